import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { visit } from '@tests/support/portal/agents'
import { mailsTo } from '@tests/support/portal/queued-mails'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { buildReferral } from '@tests/support/samples/forms'
import { mails } from '../../db/schema/mail'

const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2', LIMITS: '1' } })

const refer = async (email: string) =>
  (await visit(app).post('/api/referrals').send(buildReferral({ email })).expect(201)).body

it('the sender’s link goes to one mailbox three times a day, however it is written and how many ask at once', async () => {
  const ways = ['zoe@gmail.com', 'Zoe@gmail.com', 'z.oe@gmail.com', 'zoe+1@googlemail.com']
  const answers = await Promise.all([...ways, 'zo.e+2@gmail.com'].map(refer))
  // No answer tells which of them were mailed.
  const shape = { message: expect.any(String), link: expect.any(String), claim: expect.any(String) }
  for (const answer of answers) expect(answer).toEqual(shape)
  const isLink = eq(mails.kind, 'referral-link')
  expect(await app.db.$count(mails, isLink)).toBe(3)

  const { link, claim } = await refer('bo@partner.example')
  const [mail] = await mailsTo(app, 'bo@partner.example')
  expect(mail?.text).toContain(link)
  expect(mail?.text).toContain(`/referral-program#token=${claim}`)
  expect(await app.db.$count(mails, isLink)).toBe(4)
})
