import { describe, expect, it } from 'vitest'
import { invalid, onlyAdmin, pleaseLogIn } from '@tests/support/portal/answers'
import { startTestApp } from '@tests/support/portal/app'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, logInAdmin, visit } from '@tests/support/portal/agents'
import { buildAdmin, buildUser } from '@tests/support/portal/factories'
import { buildReferral } from '@tests/support/samples/forms'
import { startSharedMailbox } from '@tests/support/mail/shared-mailbox'
import { sendDigest } from '../mail/notify-support'
import { sendQueuedMail } from '../mail/send-queued-mail'

const mailbox = await startSharedMailbox()
const app = await startSharedApp({ env: { SMTP_URL: mailbox.url } })
const admin = await logInAdmin(app)
await visit(app)
  .post('/api/messages')
  .send({ email: 'visitor@partner.example', subject: 'Question', message: 'One\nTwo' })
  .expect(201)
await visit(app).post('/api/referrals').send(buildReferral()).expect(201)

async function sendReplies(): Promise<void> {
  const { rows } = await app.pool.query("select id from mails where kind = 'reply' order by id")
  for (const { id } of rows) await sendQueuedMail({ ...app, mailId: id })
}

describe('an answer from the inbox', () => {
  it.each(['/api/admin/messages/1/reply', '/api/admin/referrals/1/reply'])(
    '%s is the administrator’s alone',
    async (path) => {
      await visit(app).post(path).send({ body: 'Hi' }).expect(401, pleaseLogIn)
      const partner = await logIn(app, await buildUser(app))
      await partner.post(path).send({ body: 'Hi' }).expect(403, onlyAdmin)
      await admin
        .post(path)
        .send({ body: ' ' })
        .expect(400, invalid('body', 'Please write a reply'))
      await admin.post(path.replace('1', '999')).send({ body: 'Hi' }).expect(404)
    },
  )

  it('is mailed with what it answers, and the message is done', async () => {
    const path = '/api/admin/messages/1'
    const { body } = await admin.post(`${path}/reply`).send({ body: 'An answer' }).expect(201)
    expect(body).toMatchObject({ status: 'done', subject: 'Question' })
    expect((await admin.get(path).expect(200)).body.status).toBe('done')
    await sendReplies()
    expect(mailbox.mails.at(-1)).toMatchObject({
      to: ['visitor@partner.example'],
      subject: 'Re: Question',
      text: 'An answer\n\nYou wrote:\n\n> One\n> Two',
    })
    expect(mailbox.mails.at(-1)?.replyTo).toContain(app.env.brand.supportEmail)
  })

  it('goes to whoever sent a referral', async () => {
    await admin.post('/api/admin/referrals/1/reply').send({ body: 'Thanks' }).expect(201)
    await sendReplies()
    expect(mailbox.mails.at(-1)).toMatchObject({
      to: ['sam@partner.example'],
      subject: 'Your referral of Kim',
    })
  })

  it('makes a link of nothing that the sender wrote, in the answer and in what support is told', async () => {
    const words = 'See https://evil.example/a, //evil.example/b, www.evil.example or evil.example.'
    const email = 'someone@partner.example'
    await visit(app)
      .post('/api/messages')
      .send({ email, subject: `${words} =?utf-8?Q?evil?=`, message: `${words}\n${words}` })
      .expect(201)
    const people = { name: words, referralName: 'www.evil.example', referralEmail: email }
    const phones = { phone: '3035550111', referralPhone: '3035550112' }
    await visit(app)
      .post('/api/referrals')
      .send({ email, ...people, ...phones })
      .expect(201)
    mailbox.mails.length = 0
    await admin.post('/api/admin/messages/2/reply').send({ body: 'An answer' }).expect(201)
    await admin.post('/api/admin/referrals/2/reply').send({ body: 'Thanks' }).expect(201)
    await sendReplies()
    await app.pool.query("update mails set created_at = created_at - interval '1 hour'")
    await sendDigest(app)
    const digest = await app.pool.query("select id from mails where kind = 'digest'")
    for (const { id } of digest.rows) await sendQueuedMail({ ...app, mailId: id })

    const plain =
      'See https: evil. example/a, evil. example/b, www. evil. example or evil. example.'
    const [answer, thanks, told] = mailbox.mails
    expect(answer?.subject).toBe(`Re: ${plain} ?utf-8?Q?evil?=`)
    expect(answer?.text).toContain(`> ${plain}\n> ${plain}`)
    expect(thanks?.subject).toBe('Your referral of www. evil. example')
    expect(told?.text).toContain(`by ${plain}`)
    expect(mailbox.mails).toHaveLength(3)
    for (const { raw, text, html } of mailbox.mails) {
      expect(raw.split('\r\n\r\n')[0]).not.toMatch(/=\?|evil\.example/)
      expect(text + html).not.toMatch(/evil\.example|\/\/evil/)
      const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link)
      for (const link of links) expect(link).toMatch(app.origin)
    }
  })

  it('needs a mail sender', async () => {
    const silent = await startTestApp()
    const agent = await logIn(silent, await buildAdmin(silent))
    await visit(silent)
      .post('/api/messages')
      .send({ email: 'visitor@partner.example', subject: 'Question', message: 'One' })
      .expect(201)
    await agent
      .post('/api/admin/messages/1/reply')
      .send({ body: 'Hi' })
      .expect(409, { message: 'No mail sender is configured.', code: 'conflict' })
    expect((await agent.get('/api/admin/messages/1')).body.status).toBe('new')
    await silent.close()
  })
})
