import { describe, expect, it } from 'vitest'
import type { TestApp } from '@tests/support/portal/app'
import { startAppBeside, startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildAdmin } from '@tests/support/portal/factories'
import { buildReferral } from '@tests/support/samples/forms'
import { startSharedMailbox } from '@tests/support/mail/shared-mailbox'
import { sendDigest } from '../mail/notify-support'
import { sendQueuedMail } from '../mail/send-queued-mail'

const mailbox = await startSharedMailbox()
const app = await startSharedApp({ env: { SMTP_URL: mailbox.url } })
const boss = await buildAdmin(app)
const admin = await logIn(app, boss)
const write = (portal: TestApp, message: object) =>
  visit(portal)
    .post('/api/messages')
    .send({ email: 'visitor@partner.example', ...message })
    .expect(201)
await write(app, { subject: 'Question', message: 'One\nTwo' })
await visit(app).post('/api/referrals').send(buildReferral()).expect(201)

async function sendReplies(): Promise<void> {
  const { rows } = await app.pool.query("select id from mails where kind = 'reply' order by id")
  for (const { id } of rows) await sendQueuedMail(app, id)
}

describe('an answer from the inbox', () => {
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

  it('goes to the person who sent a referral', async () => {
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
    const message = { subject: `${words} =?utf-8?Q?evil?=`, message: `${words}\n${words}` }
    await write(app, { email, ...message })
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
    for (const { id } of digest.rows) await sendQueuedMail(app, id)

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
    const silent = await startAppBeside(app, {})
    const agent = await logIn(silent, boss)
    await write(silent, { subject: 'Question', message: 'One' })
    const [{ id }] = (await agent.get('/api/admin/messages').expect(200)).body
    const path = `/api/admin/messages/${id}`
    await agent
      .post(`${path}/reply`)
      .send({ body: 'Hi' })
      .expect(409, { message: 'No mail sender is configured.', code: 'conflict' })
    expect((await agent.get(path).expect(200)).body.status).toBe('new')
  })
})
