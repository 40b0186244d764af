import { describe, expect, it } from 'vitest'
import { closingDays } from '@shared/accounts'
import { invalid, pleaseLogIn } from '@tests/support/portal/answers'
import { ctxOf } from '@tests/support/portal/ctx'
import { adminCalls, fillPath, ownCalls } from '@tests/support/portal/api-calls'
import { logIn, visit, type Agent } from '@tests/support/portal/agents'
import { buildAdmin, buildFile, buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { meetAtLock, meetInOrder } from '@tests/support/portal/meet-at-lock'
import { buildResetLink } from '@tests/support/portal/reset-link'
import { turnOnSecondFactor } from '@tests/support/portal/second-factor'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { eventsOf } from '@tests/support/portal/audit-events'
import { releaseHeldMails } from '@tests/support/mail/release-held-mails'
import { startSharedMailbox } from '@tests/support/mail/shared-mailbox'
import { sendQueuedMail } from '../mail/send-queued-mail'
import { closeDueAccounts } from '../users/erase-account'

const mailbox = await startSharedMailbox()
const app = await startSharedApp({ env: { SMTP_URL: mailbox.url } })
const account = await buildAdmin(app)
const admin = await logIn(app, account)

const refusal = {
  message: 'You asked us to close your account. Keep it to use the portal again.',
  code: 'account-closing',
}

const close = (agent: Agent, user: BuiltUser, more: object = {}) =>
  agent.post('/api/account/close').send({ currentPassword: user.password, ...more })

/** Someone who asked to close the account, in the session that they asked in. */
async function buildLeaver() {
  const user = await buildUser(app)
  const here = await logIn(app, user)
  const { body } = await close(here, user).expect(200)
  return { user, here, closesAt: String(body.closesAt) }
}

/** Seven days later. */
const makeDue = ({ id }: BuiltUser) =>
  app.pool.query("update users set closes_at = now() - interval '1 second' where id = $1", [id])

const isThere = async ({ id }: BuiltUser) =>
  (await app.pool.query('select 1 from users where id = $1', [id])).rows.length > 0

const mailsOf = async ({ id }: BuiltUser) =>
  (
    await app.pool.query<{ id: number; kind: string; subject: string; status: string }>(
      'select id, kind, subject, status from mails where user_id = $1 order by id',
      [id],
    )
  ).rows

describe('closing one’s account', () => {
  it('takes the password, and leaves only the way back', async () => {
    const user = await buildUser(app)
    const file = await buildFile(app, { owner: user })
    const [here, phone] = [await logIn(app, user), await logIn(app, user)]
    const token = await buildResetLink(app, user)
    const wrong = invalid('currentPassword', 'That isn’t your current password.')
    await close(here, user, { currentPassword: 'not this one' }).expect(400, wrong)
    await here.get('/api/files').expect(200)

    const { body } = await close(here, user).expect(200)
    const inDays = (Date.parse(body.closesAt) - Date.now()) / 86_400_000
    expect(inDays).toBeGreaterThan(closingDays - 0.1)
    expect(inDays).toBeLessThanOrEqual(closingDays)
    expect(body).toMatchObject({ id: user.id, missingStep: 'account-closing' })
    await phone.get('/api/user').expect(401, pleaseLogIn)
    await here.get('/api/files').expect(403, refusal)
    await here.get(`/uploads/${file.uploadKey}/${file.fileName}`).expect(403, refusal)
    await visit(app)
      .post('/api/password-reset/confirm')
      .send({ token, password: 'somebody else chose this' })
      .expect(400)
    expect(await eventsOf(app, `user:${user.id}`)).toContainEqual(
      expect.objectContaining({
        action: 'account.closing',
        actorId: user.id,
        details: { closesAt: body.closesAt },
      }),
    )
  })

  it('refuses every other call that takes a session, with the way back', async () => {
    const { here } = await buildLeaver()
    const open = ['/api/user', '/api/admin/status', '/api/account/keep']
    for (const call of [...ownCalls, ...adminCalls].filter(({ path }) => !open.includes(path))) {
      const sent = here[call.method](fillPath(call, '2'))
      const { status, body } = await (call.method === 'get' ? sent : sent.send(call.body))
      expect([call.path, status, body]).toEqual([call.path, 403, refusal])
    }
  })

  it('takes a code as well where two-step login is on', async () => {
    const user = await buildUser(app)
    const here = await logIn(app, user)
    const { codes } = await turnOnSecondFactor(here, user.password)
    const needed = invalid('code', 'Enter the code from your authenticator app.')
    await close(here, user).expect(400, needed)
    await close(here, user, { code: codes[0] }).expect(200)
  })

  it('is told by mail, and by no other mail from then on', async () => {
    const { user, closesAt } = await buildLeaver()
    await admin.patch(`/api/admin/users/${user.id}/status`).send({ status: 'approved' }).expect(200)
    const queued = await mailsOf(user)
    expect(queued.map(({ kind }) => kind)).toEqual(['notice', 'approved'])
    await releaseHeldMails(app.pool)
    for (const { id } of queued) await sendQueuedMail(app, id)
    expect((await mailsOf(user)).map(({ status }) => status)).toEqual(['sent', 'cancelled'])
    const [mail, ...others] = mailbox.mails
    expect(others).toEqual([])
    const day = new Date(closesAt).toLocaleDateString('en-US', {
      dateStyle: 'long',
      timeZone: 'America/New_York',
    })
    expect(mail?.subject).toBe(`Your account closes on ${day}`)
    expect(mail?.text).toContain(`${app.origin}/login`)
    expect(mail?.text).toContain('Keep My Account')
  })

  it('is seen by the administrator, with the day', async () => {
    const { user, closesAt } = await buildLeaver()
    const { body } = await admin.get(`/api/admin/users?search=${user.email}`).expect(200)
    expect(body).toMatchObject([{ id: user.id, closesAt }])
  })

  it('asked twice keeps the first day', async () => {
    const user = await buildUser(app)
    const [one, other] = [await logIn(app, user), await logIn(app, user)]
    const lock = { statement: 'select 1 from users where id = $1 for update', id: user.id }
    const answers = await meetAtLock(app, lock, () =>
      Promise.all([close(one, user), close(other, user)]),
    )
    const days = answers.filter(({ status }) => status === 200).map(({ body }) => body.closesAt)
    expect(days.length).toBeGreaterThan(0)
    expect(new Set(days).size).toBe(1)
  })

  it('is not for the administrator', async () => {
    const message = 'The administrator’s account can’t be closed.'
    await close(admin, account).expect(403, { message, code: 'forbidden' })
  })
})

describe('keeping a closing account', () => {
  it('takes a login and one call, and all is as before', async () => {
    const { user } = await buildLeaver()
    const file = await buildFile(app, { owner: user })
    const agent = visit(app)
    const { body } = await agent.post('/api/login').send(user).expect(200)
    expect(body.missingStep).toBe('account-closing')
    const kept = await agent.post('/api/account/keep').expect(200)
    expect(kept.body).not.toHaveProperty('missingStep')
    expect(kept.body).not.toHaveProperty('closesAt')
    const { body: listed } = await agent.get('/api/files').expect(200)
    expect(listed).toMatchObject([{ id: file.id }])
    await agent.post('/api/account/keep').expect(200)
    const actions = (await eventsOf(app, `user:${user.id}`)).map(({ action }) => action)
    expect(actions.filter((action) => action === 'account.kept')).toHaveLength(1)
    await closeDueAccounts(ctxOf(app))
    expect(await isThere(user)).toBe(true)
  })

  it.each(['keeping', 'removal'])(
    'at the moment of the removal leaves all of it or nothing, first the %s',
    async (first) => {
      const { user, here } = await buildLeaver()
      const file = await buildFile(app, { owner: user })
      await makeDue(user)
      const lock = { statement: 'select 1 from users where id = $1 for update', id: user.id }
      const keep = () => here.post('/api/account/keep').then(({ status }) => status)
      const remove = () => closeDueAccounts(ctxOf(app))
      const isKept = first === 'keeping'
      const calls = isKept ? [keep, remove] : [remove, keep]
      const outcomes = await meetInOrder<number | void>(app, lock, calls)
      expect(outcomes).toEqual(isKept ? [200, undefined] : [undefined, 401])
      expect(await isThere(user)).toBe(isKept)
      const { rows } = await app.pool.query('select user_id from files where id = $1', [file.id])
      expect(rows).toEqual(isKept ? [{ user_id: user.id }] : [])
    },
  )
})

describe('the end of the seven days', () => {
  it('removes the account, and no one whose time has not come', async () => {
    const [due, later] = [await buildLeaver(), await buildLeaver()]
    await makeDue(due.user)
    await closeDueAccounts(ctxOf(app))
    expect(await isThere(due.user)).toBe(false)
    expect(await isThere(later.user)).toBe(true)
    await due.here.get('/api/user').expect(401, pleaseLogIn)
    await visit(app).post('/api/login').send(due.user).expect(401)
    const last = (await eventsOf(app, `user:${due.user.id}`)).at(-1)
    expect(last).toMatchObject({ action: 'account.closed', actorId: null, details: null })
  })

  it('comes for all others when one cannot be removed, and for that one later', async () => {
    const [stuck, other] = [await buildLeaver(), await buildLeaver()]
    for (const { user } of [stuck, other]) await makeDue(user)
    await app.asOwner(`
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'no'; end $$;
      create trigger refuse before delete on users for each row
        when (old.id = ${stuck.user.id}) execute function refuse()`)
    await expect(closeDueAccounts(ctxOf(app))).rejects.toThrow()
    expect([await isThere(stuck.user), await isThere(other.user)]).toEqual([true, false])
    await app.asOwner('drop trigger refuse on users; drop function refuse')
    await closeDueAccounts(ctxOf(app))
    expect(await isThere(stuck.user)).toBe(false)
  })
})
