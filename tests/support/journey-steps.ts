import { randomInt } from 'node:crypto'
import type { APIRequestContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { testAdmin } from './portal-process'
import { samples, type Sample } from './samples'

export interface Applicant {
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  password: string
}

/** Somebody nobody else is: e-mail and phone number are new. */
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

/** Fills the fields that both ways of applying share, as a person would. */
export async function fillAccountFields(page: Page, applicant: Applicant): Promise<void> {
  await page.getByLabel('First name').fill(applicant.firstName)
  await page.getByLabel('Last name').fill(applicant.lastName)
  await page.getByRole('textbox', { name: 'Email' }).fill(applicant.email)
  await page.getByLabel('Phone number').fill(applicant.phoneNumber)
  await page.getByLabel('Password', { exact: true }).fill(applicant.password)
  await page.getByLabel('Confirm password').fill(applicant.password)
  await page.getByRole('checkbox', { name: 'I agree to the' }).check()
}

export async function chooseFile(page: Page, file: Sample): Promise<void> {
  await page
    .getByLabel('Your credit report or score screenshot')
    .setInputFiles({ name: file.name, mimeType: file.type, buffer: file.bytes })
}

/** Signs somebody up through the API, in this window's session. */
export async function signUp(request: APIRequestContext, applicant: Applicant): Promise<void> {
  const file = samples.pdf()
  const upload = await request.post('/api/upload', {
    multipart: { file: { name: file.name, mimeType: file.type, buffer: file.bytes } },
  })
  const { uploadKey } = await upload.json()
  const answer = await request.post('/api/register', { data: { ...applicant, uploadKey } })
  expect(answer.status()).toBe(201)
}

/** Logs in through the API, in this window's session. */
export async function logInAsAdmin(request: APIRequestContext): Promise<void> {
  const answer = await request.post('/api/login', { data: testAdmin })
  expect(answer.status()).toBe(200)
}
