import { describe, expect, it } from 'vitest'
import { pages } from '@shared/pages'
import { startMailingApp } from '@tests/support/mail/mailing-app'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { mailsTo } from '@tests/support/portal/queued-mails'
import { createCtx } from '../../ctx'
import { portalItself } from '../audit/record-event'
import { tellPayees } from '../payouts/settle-payout'
import { sendLetter } from './send-letter'

const { app, admin } = await startMailingApp()

const path = '/api/mail-choices/decline'
const dead = {
  message: 'This link doesn’t work anymore. Log in to turn emails off.',
  code: 'bad_request',
}
const link = new RegExp(`\n${app.origin}${pages.emailChoices}#token=(\\S+)&kind=(\\S+)$`)

const newestMailTo = async ({ email }: BuiltUser) => (await mailsTo(app, email)).at(-1)?.text ?? ''

/** Someone who was notified of a payout, and the link in that mail. */
async function buildPaid() {
  const user = await buildUser(app)
  const payouts = [{ payeeId: user.id, cents: 50_000 }]
  const paid = { payouts, method: 'zelle', reference: 'ZL-7' } as const
  await createCtx(app, portalItself).tx((ctx) => tellPayees(ctx, paid))
  return { user, ...(await readLink(user)) }
}

async function readLink(user: BuiltUser) {
  const [, token = '', kind = ''] = link.exec(await newestMailTo(user)) ?? []
  return { token, kind }
}

const decline = (token: string, kinds: unknown = ['payout']) =>
  visit(app).post(path).send({ token, kinds })

const choicesOf = async (user: BuiltUser) => {
  const { body } = await (await logIn(app, user)).get('/api/mail-choices').expect(200)
  return body.filter(({ isWanted }: { isWanted: boolean }) => !isWanted)
}

const trailOf = async ({ id }: BuiltUser) =>
  (
    await app.pool.query(
      `select actor_id, action, details from audit_events
       where object = $1 and action ~ '^(mail|consent)' order by id`,
      [`user:${id}`],
    )
  ).rows

describe('the link in a mail', () => {
  it('turns off what is chosen, without a login, and says so in the trail once', async () => {
    const { user, token, kind } = await buildPaid()
    expect(kind).toBe('payout')
    const message = 'We won’t send you these emails anymore.'
    for (let time = 0; time < 2; time += 1) await decline(token).expect(200, { message })
    expect(await choicesOf(user)).toEqual([{ kind: 'payout', isWanted: false }])
    const said = { actor_id: user.id, action: 'mail.declined', details: { kind: 'payout' } }
    expect(await trailOf(user)).toEqual([said])
  })

  it('turns nothing on, logs no one in, and tells nothing about the account', async () => {
    const { user, token } = await buildPaid()
    await decline(token).expect(200)
    const visitor = visit(app)
    const { body, headers } = await visitor
      .post(path)
      .send({ token, kinds: ['referral-approved'], isWanted: true })
      .expect(200)
    expect(Object.keys(body)).toEqual(['message'])
    expect(headers['set-cookie']).toBeUndefined()
    await visitor.get('/api/user').expect(401)
    expect(await choicesOf(user)).toHaveLength(2)
  })

  it('is for the one who got the mail, and no one else', async () => {
    const [one, other] = [await buildPaid(), await buildPaid()]
    await decline(one.token).expect(200)
    expect(await choicesOf(other.user)).toEqual([])
  })

  it('withdraws the consent to email from what is written by hand, also where none was given', async () => {
    const user = await buildUser(app)
    const draft = { to: user.email, subject: 'Hello', body: 'Some words.' }
    await admin.post('/api/admin/emails').send(draft).expect(201)
    const { token, kind } = await readLink(user)
    expect(kind).toBe('email')
    for (let time = 0; time < 2; time += 1) await decline(token, [kind]).expect(200)
    await admin.post('/api/admin/emails').send(draft).expect(409)
    const said = { actor_id: user.id, action: 'consent.withdrawn' }
    expect(await trailOf(user)).toMatchObject([said])
  })

  it('works while the account is closing, and is dead once it is gone', async () => {
    const { user, token } = await buildPaid()
    const owner = await logIn(app, user)
    await owner.post('/api/account/close').send({ currentPassword: user.password }).expect(200)
    await decline(token).expect(200)
    await admin.delete(`/api/admin/users/${user.id}`).expect(200)
    await decline(token).expect(400, dead)
  })

  it('is in no mail that can’t be turned off', async () => {
    const user = await buildUser(app)
    await app.db.transaction((tx) =>
      sendLetter({ ...app, db: tx }, { letter: 'password-changed', to: user.id }),
    )
    expect(await newestMailTo(user)).not.toContain(pages.emailChoices)
  })
})

describe('an invalid link', () => {
  it('turns nothing off: bent, sealed for something else, or of the administrator', async () => {
    const { user, token } = await buildPaid()
    const [version, key, sealed = ''] = token.split('.')
    const bent = `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`
    const elsewhere = { table: 'mails', column: 'sealed_content', id: 0 }
    const place = { table: 'declined_mails', column: 'link', id: 0 }
    const { rows } = await app.pool.query('select id from users where is_admin = 1')
    for (const wrong of [
      `${version}.${key}.${bent}`,
      `${version}.00000000.${sealed}`,
      app.sealer.seal(JSON.stringify({ userId: user.id }), elsewhere),
      app.sealer.seal(JSON.stringify({ userId: rows[0].id }), place),
      app.sealer.seal(JSON.stringify({ userId: '1 or 1=1' }), place),
    ])
      await decline(wrong).expect(400, dead)
    for (const wrong of ['', 'x', 'k'.repeat(43), null, [token], { $ne: '' }, `${token} `])
      await visit(app)
        .post(path)
        .send({ token: wrong, kinds: ['payout'] })
        .expect(400)
    for (const kinds of [[], ['payment-details'], ['password-changed'], 'payout', null])
      await decline(token, kinds).expect(400)
    expect(await choicesOf(user)).toEqual([])
  })
})
