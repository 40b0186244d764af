import type { APIRequestContext, Browser, BrowserContext } from 'playwright-core'
import { secondFactorSetup } from '@shared/accounts'
import { referralDesk } from '@shared/referral-desk'
import {
  addDocument,
  logInAsAdmin,
  newApplicant,
  shareLogin,
  signUp,
  type Applicant,
} from '@tests/support/client/people'
import { computeCode } from '@tests/support/portal/second-factor'
import { samples } from '@tests/support/samples/samples'
import { mustSucceed, reviewPeople } from './screenshot-decisions'
import { partners, type Partner, type Role, type Session } from './screenshot-people'

/** No two people send the same document. */
const reportOf = ({ firstName, lastName }: Applicant) =>
  samples.pdf({
    pages: [
      'Experian credit report',
      `Prepared for: ${firstName} ${lastName}`,
      'FICO Score 8: 742',
    ],
  })

interface Person {
  role: Partner
  request: APIRequestContext
  applicant: Applicant
}

/**
 * People, files, logins and messages in every status; answers a session for each role. For a portal
 * without a mail sender.
 */
export async function fillPortal(browser: Browser, origin: string): Promise<Record<Role, Session>> {
  const open = () => browser.newContext({ baseURL: origin })
  const admin = await open()
  // A second session, for the list of them.
  for (const context of [await open(), admin]) await logInAsAdmin(context.request)

  /** Anyone who comes by a referral link says so as one who refuses its cookie. */
  async function enter(role: Partner, referralCode?: string): Promise<Session> {
    const context = await open()
    const applicant = { ...newApplicant(partners[role]), ...(referralCode && { referralCode }) }
    await signUp(context.request, applicant, reportOf(applicant))
    await bringToState({ role, request: context.request, applicant })
    return context.storageState()
  }
  // In this order: the administrator's list shows the last one first.
  const partner = await enter('partner')
  const code = await readCode(await browser.newContext({ baseURL: origin, storageState: partner }))
  const sessions = {
    partner,
    approved: await enter('approved', code),
    rejected: await enter('rejected', code),
    closing: await enter('closing'),
    secured: await enter('secured'),
    wishing: await enter('wishing'),
    moving: await enter('moving'),
    longNamed: await enter('longNamed', code),
    replacing: await enter('replacing'),
    asked: await enter('asked'),
    askedDocument: await enter('askedDocument'),
    newcomer: await enter('newcomer'),
  }
  const sharing = await open()
  await addLogin(sharing, {
    firstName: 'Priya',
    lastName: 'Raman',
    phoneNumber: partners.partner.phoneNumber,
    referralCode: code,
  })
  const unproven = await open()
  await addLogin(unproven, { firstName: 'Omar', lastName: 'Castellanos' })
  const referrer = await open()
  await registerReferrer(referrer.request)
  await reviewPeople(admin.request)

  const all = {
    ...sessions,
    visitor: await (await open()).storageState(),
    sharing: await sharing.storageState(),
    unproven: await unproven.storageState(),
    referrer: await referrer.storageState(),
    admin: await admin.storageState(),
  }
  await Promise.all(browser.contexts().map((context) => context.close()))
  return all
}

/** What can only be done once the portal sends mail; returns the person's new session. */
export async function askForEmail(
  browser: Browser,
  { origin, session, newEmail }: { origin: string; session: Session; newEmail: string },
): Promise<Session> {
  const context = await browser.newContext({ baseURL: origin, storageState: session })
  const { password: currentPassword } = newApplicant()
  const data = { newEmail, currentPassword }
  await mustSucceed(context.request.post('/api/email-change', { data }))
  const after = await context.storageState()
  await context.close()
  return after
}

/** What sets a person apart from others who have just applied. */
async function bringToState({ role, request, applicant }: Person): Promise<void> {
  const proof = { currentPassword: applicant.password }
  if (role === 'partner') {
    await addDocument(request, samples.png())
    await addDocument(request, {
      ...samples.docx(),
      name: `${'annual credit report '.repeat(9)}.docx`,
    })
  }
  if (role === 'closing') await mustSucceed(request.post('/api/account/close', { data: proof }))
  if (role === 'secured') await turnOnSecondFactor(request, proof)
  if (role === 'wishing') {
    const data = { ...proof, newEmail: 'yusuf.demir@a-rather-long-mail-provider.example' }
    await mustSucceed(request.post('/api/email-change', { data }))
  }
  if (role === 'newcomer') await writeMessages(request)
}

async function turnOnSecondFactor(
  request: APIRequestContext,
  data: { currentPassword: string },
): Promise<void> {
  const begun = await mustSucceed(request.post('/api/second-factor', { data }))
  const code = computeCode(secondFactorSetup.parse(await begun.json()).secret)
  await mustSucceed(request.post('/api/second-factor/confirm', { data: { code } }))
}

async function readCode({ request }: BrowserContext): Promise<string> {
  const desk = await mustSucceed(request.get('/api/referral-desk'))
  return referralDesk.parse(await desk.json()).link.code
}

/** Someone who refers others, and has sent nothing about their credit. */
async function registerReferrer(request: APIRequestContext): Promise<void> {
  const data = { ...newApplicant({ firstName: 'Dana', lastName: 'Whitfield' }), agreeToTerms: true }
  await mustSucceed(request.post('/api/referrers', { data }))
}

/** Someone who shares the login of a monitoring service instead of a report. */
async function addLogin(
  { request }: BrowserContext,
  person: Partial<Applicant> & { referralCode?: string },
): Promise<void> {
  const applicant = newApplicant(person)
  const uploadKey = await shareLogin(request, {
    serviceName: 'Score Watch',
    serviceUrl: 'https://score-watch.example/members/login',
    username: applicant.email,
    password: 'not the portal password',
    notes: 'The second tab shows all three bureaus.',
  })
  const data = { ...applicant, uploadKey, agreeToTerms: true }
  await mustSucceed(request.post('/api/register', { data }))
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
