import type { APIRequestContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { logInAsAdmin, newApplicant } from '@tests/support/client/people'
import { startSharedPortal } from '@tests/support/portal/shared-portal'
import { expectToSay, open } from '@tests/support/client/reading'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

/** Counts as a real portal does: ten forms an hour from one address. */
const strictPortal = await startSharedPortal({ LIMITS: '1' })

interface Field {
  label: string
  name: string
  value: string
}

/** A public form, filled in by someone new. */
interface Form {
  path: string
  submit: string
  call: string
  email: string
  fields: Field[]
  received: { heading: string; receipt: string }
  notSent: string
}

function buildMessage(): Form {
  const { email } = newApplicant()
  return {
    path: '/support',
    submit: 'Send Message',
    call: '/api/messages',
    email,
    fields: [
      { label: 'Email', name: 'email', value: email },
      { label: 'Subject', name: 'subject', value: 'My review' },
      { label: 'Message', name: 'message', value: 'How long does it take?\nI sent it on Monday.' },
    ],
    received: {
      heading: 'Message sent',
      receipt: `We have your message about “My review” and will reply within 24 hours to ${email}.`,
    },
    notSent: 'Your message was not sent',
  }
}

function buildReferral(): Form {
  const { email } = newApplicant()
  return {
    path: '/referral-program',
    submit: 'Submit Referral',
    call: '/api/referrals',
    email,
    fields: [
      { label: 'Your name', name: 'name', value: 'Sam Okafor' },
      { label: 'Your email', name: 'email', value: email },
      { label: 'Your phone', name: 'phone', value: '(303) 555-0111' },
      { label: 'Referral name', name: 'referralName', value: 'Björn Ågren' },
      { label: 'Referral email', name: 'referralEmail', value: 'bjorn@friend.example' },
      { label: 'Referral phone', name: 'referralPhone', value: '303-555-0122' },
    ],
    received: {
      heading: 'Referral received',
      receipt: 'Thank you, Sam Okafor. We have your referral of Björn Ågren',
    },
    notSent: 'Your referral was not sent',
  }
}

const dataOf = ({ fields }: Form) =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value]))

const fieldAt = (page: Page, label: string) =>
  page.getByRole('textbox', { name: label, exact: true })

async function fillIn(page: Page, { path, fields }: Form): Promise<void> {
  await open(page, path)
  for (const { label, value } of fields) await fieldAt(page, label).fill(value)
}

const sendForm = (page: Page, { submit }: Form) =>
  page.getByRole('button', { name: submit }).click()

async function expectReceipt(page: Page, { received }: Form): Promise<void> {
  await page.getByRole('heading', { name: received.heading }).waitFor()
  await expectToSay(page.getByRole('main'), [received.receipt])
}

async function expectKept(page: Page, { fields }: Form): Promise<void> {
  for (const { label, value } of fields)
    expect(await fieldAt(page, label).inputValue(), label).toBe(value)
}

/** What the administrator finds from the sender. */
async function findReceived(request: APIRequestContext, { call, email }: Form): Promise<unknown> {
  await logInAsAdmin(request)
  const answer = await request.get(`${call.replace('/api', '/api/admin')}?search=${email}`)
  return answer.json()
}

for (const build of [buildMessage, buildReferral]) {
  const { path } = build()

  test(`${path}: what is sent reaches the administrator, and its sender reads a receipt`, async () => {
    const { page, context } = await openVisitor()
    const form = build()
    await fillIn(page, form)
    await sendForm(page, form)
    await expectReceipt(page, form)
    expect(await findReceived(context.request, form)).toMatchObject([
      { ...dataOf(form), status: 'new' },
    ])
    await page.getByRole('button', { name: /^(Send Another Message|Refer Someone Else)$/ }).click()
    for (const { label } of form.fields)
      expect(await fieldAt(page, label).inputValue(), label).toBe('')
  })

  test(`${path}: after too many, nothing typed is lost, and it says to wait`, async () => {
    const { page, context, allow } = await openVisitor({ baseURL: strictPortal.origin })
    allow(/status of 429|Too many attempts/)
    const form = build()
    await fillIn(page, form)
    const answers: number[] = []
    while (answers.length < 11)
      answers.push((await context.request.post(form.call, { data: dataOf(form) })).status())
    expect(answers.at(-1)).toBe(429)
    await sendForm(page, form)
    await expectToSay(page.getByRole('alert').filter({ hasText: form.notSent }), [
      form.notSent,
      'Too many attempts. Please wait a moment and try again.',
    ])
    await expectKept(page, form)
  })

  test(`${path}: without a network nothing typed is lost, and the next try succeeds`, async () => {
    const { page, context, allow } = await openVisitor()
    allow(/ERR_INTERNET_DISCONNECTED|The connection was lost/)
    const form = build()
    await fillIn(page, form)
    await context.setOffline(true)
    await sendForm(page, form)
    await expectToSay(page.getByRole('alert').filter({ hasText: form.notSent }), [
      form.notSent,
      'The connection was lost. Please check your internet connection and try again.',
    ])
    await expectKept(page, form)
    await context.setOffline(false)
    await sendForm(page, form)
    await expectReceipt(page, form)
    expect(await findReceived(context.request, form)).toHaveLength(1)
  })

  test(`${path}: a program that fills in every field is thanked and forgotten`, async () => {
    const { page, context } = await openVisitor()
    const form = build()
    await fillIn(page, form)
    const trap = page.locator('form [aria-hidden="true"]').filter({ hasText: 'Website' })
    expect((await trap.boundingBox())?.width).toBe(1)
    await trap.locator('input').fill('https://spam.example')
    await sendForm(page, form)
    await expectReceipt(page, form)
    expect(await findReceived(context.request, form)).toEqual([])
  })
}
