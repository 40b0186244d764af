import { randomInt } from 'node:crypto'
import type { APIRequestContext, BrowserContext } from 'playwright-core'
import { expect } from 'vitest'
import type { ShareCredentialsRequest } from '@shared/credentials'
import { testAdmin } from '@tests/support/portal/portal-process'
import { samples, type Sample } from '@tests/support/samples/samples'
import { openSession } from './visitor'

export interface Applicant {
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  password: string
}

/** A new person, with an email and phone number that no one else has. */
export function newApplicant(overrides: Partial<Applicant> = {}): Applicant {
  const number = String(randomInt(1_000_000, 10_000_000))
  return {
    firstName: 'Rosa',
    lastName: `Delgado ${number}`,
    email: `rosa.${number}@partner.example`,
    phoneNumber: `(555) ${number.slice(0, 3)}-${number.slice(3)}`,
    password: 'seven green bicycles',
    ...overrides,
  }
}

export const fullName = ({ firstName, lastName }: Applicant) => `${firstName} ${lastName}`

/**
 * A picture that no one else sends: who refers and who is referred must not seem to be one person. A report would
 * take longer to be shown, and would be read.
 */
export const ownPicture = ({ email }: Applicant): Sample => samples.png({ text: email })

/** A file as the browser's picker hands it over. */
export const asPicked = ({ name, type, bytes }: Sample) => ({ name, mimeType: type, buffer: bytes })

/** Uploads a document through the API, for no one yet. */
async function upload(request: APIRequestContext, file: Sample): Promise<string> {
  const answer = await request.post('/api/upload', { multipart: { file: asPicked(file) } })
  expect(answer.status()).toBe(201)
  const { uploadKey } = await answer.json()
  return uploadKey
}

/** Signs someone up through the API, in this window's session; returns the document's uploadKey. */
export async function signUp(
  request: APIRequestContext,
  applicant: Applicant,
  file: Sample = ownPicture(applicant),
): Promise<string> {
  const uploadKey = await upload(request, file)
  const answer = await request.post('/api/register', {
    data: { ...applicant, uploadKey, agreeToTerms: true },
  })
  expect(answer.status()).toBe(201)
  return uploadKey
}

/** Gives a person, in this window's session, one more document through the API. */
export async function addDocument(request: APIRequestContext, file: Sample): Promise<void> {
  const answer = await request.post(`/api/link-file/${await upload(request, file)}`)
  expect(answer.status()).toBe(200)
}

/** Shares a login of a monitoring service through the API, for no one yet. */
export async function shareLogin(
  request: APIRequestContext,
  login: Pick<ShareCredentialsRequest, 'serviceName'> & Partial<ShareCredentialsRequest>,
): Promise<string> {
  const answer = await request.post('/api/credit-credentials', {
    data: {
      serviceUrl: 'https://score-watch.example/login',
      username: 'rosa',
      password: 'monitoring secret',
      ...login,
    },
  })
  expect(answer.status()).toBe(201)
  const { uploadKey } = await answer.json()
  return uploadKey
}

/** The referral link of the person logged in in this window. */
export async function readOwnLink(request: APIRequestContext): Promise<string> {
  const answer = await request.get('/api/referral-desk')
  expect(answer.status()).toBe(200)
  const { link } = await answer.json()
  return link.url
}

/** Logs in through the API, in this window's session. */
export async function logInAsAdmin(request: APIRequestContext): Promise<void> {
  const answer = await request.post('/api/login', { data: testAdmin })
  expect(answer.status()).toBe(200)
}

/** Ends a session on the server. The browser keeps its cookie, as when a session ends by itself. */
export async function endSession(context: BrowserContext): Promise<void> {
  const cookies = await context.cookies()
  expect((await context.request.post('/api/logout')).status()).toBe(200)
  await context.addCookies(cookies)
}

/** Someone who shared a login and then sent a document. */
export async function buildPartner() {
  const partner = newApplicant()
  const number = partner.phoneNumber.replace(/\D/g, '')
  const serviceName = `Score Watch ${number}`
  const report = { ...samples.png({ text: number }), name: `report-${number}.png` }
  const session = await openSession()
  const uploadKey = await shareLogin(session, { serviceName, notes: 'Call first.' })
  const data = { ...partner, uploadKey, agreeToTerms: true }
  expect((await session.post('/api/register', { data })).status()).toBe(201)
  await addDocument(session, report)
  return { partner, name: fullName(partner), serviceName, report, session }
}
