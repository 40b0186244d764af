import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { open } from '@tests/support/client/journey-steps'
import { logInAsAdmin, newApplicant } from '@tests/support/client/people'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

interface Field {
  label: string
  name: string
  value: string
}

/** The public forms, as someone new fills them in. */
const forms = [
  {
    path: '/support',
    list: '/api/admin/messages',
    submit: 'Send Message',
    notSent: 'Your message was not sent',
    receipt: 'We have your message about “My review” and will reply within 24 hours to',
    another: 'Send Another Message',
    fields: [
      { label: 'Email', name: 'email', value: newApplicant().email },
      { label: 'Subject', name: 'subject', value: 'My review' },
      { label: 'Message', name: 'message', value: 'How long does it take?\nI sent it on Monday.' },
    ],
  },
  {
    path: '/referral-program',
    list: '/api/admin/referrals',
    submit: 'Submit Referral',
    notSent: 'Your referral was not sent',
    receipt: 'Thank you, Sam Okafor. We have your referral of Björn Ågren',
    another: 'Refer Someone Else',
    fields: [
      { label: 'Your email', name: 'email', value: newApplicant().email },
      { label: 'Your name', name: 'name', value: 'Sam Okafor' },
      { label: 'Your phone', name: 'phone', value: '(303) 555-0111' },
      { label: 'Referral name', name: 'referralName', value: 'Björn Ågren' },
      { label: 'Referral email', name: 'referralEmail', value: 'bjorn@friend.example' },
      { label: 'Referral phone', name: 'referralPhone', value: '303-555-0122' },
    ],
  },
]

const findField = (page: Page, label: string) =>
  page.getByRole('textbox', { name: label, exact: true })

async function readFields(page: Page, fields: Field[]): Promise<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const { label, name } of fields) values[name] = await findField(page, label).inputValue()
  return values
}

test.each(forms)(
  '$path: without a network nothing typed is lost, and what is sent at last reaches the administrator once',
  async ({ path, list, submit, notSent, receipt, another, fields }) => {
    const typed = Object.fromEntries(fields.map(({ name, value }) => [name, value]))
    const { page, context, allow } = await openVisitor()
    allow(/ERR_INTERNET_DISCONNECTED|The connection was lost/)
    await open(page, path)
    for (const { label, value } of fields) await findField(page, label).fill(value)
    // For programs only: a person neither sees nor fills it in.
    const trap = page.locator('form [aria-hidden="true"]').filter({ hasText: 'Website' })
    expect((await trap.boundingBox())?.width).toBe(1)

    await context.setOffline(true)
    await page.getByRole('button', { name: submit }).click()
    const alert = page.getByRole('alert').filter({ hasText: notSent })
    const lost = 'The connection was lost. Please check your internet connection and try again.'
    await alert.getByText(lost).waitFor()
    expect(await readFields(page, fields)).toEqual(typed)
    await context.setOffline(false)
    await page.getByRole('button', { name: submit }).click()
    await page.getByRole('button', { name: another }).waitFor()
    await page.getByRole('main').getByText(receipt).waitFor()

    const admin = await openSession()
    await logInAsAdmin(admin)
    const received = await admin.get(`${list}?search=${typed['email']}`)
    expect(await received.json()).toMatchObject([{ ...typed, status: 'new' }])
    await page.getByRole('button', { name: another }).click()
    expect(new Set(Object.values(await readFields(page, fields)))).toEqual(new Set(['']))
  },
)
