import type { APIRequestContext, Browser, BrowserContext } from 'playwright-core'
import type { ReviewDecision } from '@shared/review'
import { logInAsAdmin, newApplicant, signUp } from '@tests/support/client/journey-steps'
import { samples } from '@tests/support/samples/samples'

export type Role = 'visitor' | 'partner' | 'newcomer' | 'admin'
export type Session = Awaited<ReturnType<BrowserContext['storageState']>>

const people = [
  { firstName: 'Amelia', lastName: 'Brandt' },
  { firstName: 'Tomás', lastName: 'Herrera Villanueva' },
  { firstName: 'Maximilian-Alexander', lastName: 'von Hohenlohe-Waldenburg-Schillingsfürst' },
  { firstName: 'Noor', lastName: 'Haddad' },
]

const decisions: Partial<Record<string, ReviewDecision>> = {
  Tomás: { status: 'approved' },
  'Maximilian-Alexander': { status: 'rejected', reason: 'The report is older than 30 days.' },
}

/** People, files, logins and messages in every status; answers a session for each role. */
export async function fillPortal(browser: Browser, origin: string): Promise<Record<Role, Session>> {
  const contextFor = () => browser.newContext({ baseURL: origin })
  const admin = await contextFor()
  await logInAsAdmin(admin.request)

  const partners: BrowserContext[] = []
  for (const person of people) {
    const partner = await contextFor()
    await signUp(partner.request, newApplicant(person))
    partners.push(partner)
  }
  const [first, , , last] = partners
  if (!first || !last) throw new Error('There are too few people.')
  await addFiles(first.request)
  await addLogin(await contextFor())
  await writeMessages(last.request)
  await decide(admin.request)

  const sessions = {
    visitor: await (await contextFor()).storageState(),
    partner: await first.storageState(),
    newcomer: await last.storageState(),
    admin: await admin.storageState(),
  }
  await Promise.all(browser.contexts().map((context) => context.close()))
  return sessions
}

/** Two more documents for someone who is logged in. */
async function addFiles(request: APIRequestContext): Promise<void> {
  for (const file of [samples.png(), samples.docx()]) {
    const upload = await request.post('/api/upload', {
      multipart: { file: { name: file.name, mimeType: file.type, buffer: file.bytes } },
    })
    const { uploadKey } = await upload.json()
    await mustSucceed(request.post(`/api/link-file/${uploadKey}`))
  }
}

/** Someone who shares the login of a monitoring service instead of a report. */
async function addLogin({ request }: BrowserContext): Promise<void> {
  const applicant = newApplicant({ firstName: 'Priya', lastName: 'Raman' })
  const shared = await request.post('/api/credit-credentials', {
    data: {
      serviceName: 'Score Watch',
      serviceUrl: 'https://score-watch.example/members/login',
      username: applicant.email,
      password: 'not the portal password',
      notes: 'The second tab shows all three bureaus.',
    },
  })
  const { uploadKey } = await shared.json()
  await mustSucceed(
    request.post('/api/register', { data: { ...applicant, uploadKey, agreeToTerms: true } }),
  )
}

async function writeMessages(request: APIRequestContext): Promise<void> {
  const from = { name: 'Jo Kim', email: 'jo.kim@partner.example' }
  const subject = 'How long does the review of my documents take?'
  const message = 'I sent my report on Monday.\n\nIs anything missing?'
  await mustSucceed(request.post('/api/messages', { data: { ...from, subject, message } }))
  const referral = {
    referralName: 'Elise Fournier',
    referralEmail: 'elise@friend.example',
    referralPhone: '(555) 010-4477',
  }
  const data = { ...from, phone: '(555) 010-1234', ...referral }
  await mustSucceed(request.post('/api/referrals', { data }))
}

/** The second person is approved, the third not. */
async function decide(request: APIRequestContext): Promise<void> {
  const users: { id: number; firstName: string }[] = await (
    await request.get('/api/admin/users')
  ).json()
  for (const { id, firstName } of users) {
    const data = decisions[firstName]
    if (data) await mustSucceed(request.patch(`/api/admin/users/${id}/status`, { data }))
  }
}

async function mustSucceed(call: ReturnType<APIRequestContext['post']>): Promise<void> {
  const answer = await call
  if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()} ${await answer.text()}`)
}
