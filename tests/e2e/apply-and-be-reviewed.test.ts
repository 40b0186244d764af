import { expect, test } from 'vitest'
import { newApplicant } from '@tests/support/client/people'
import {
  chooseFile,
  fillAccountFields,
  giveReason,
  saveFile,
  seeToast,
} from '@tests/support/client/journey-steps'
import { testAdmin } from '@tests/support/portal/portal-process'
import { samples } from '@tests/support/samples/samples'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

test('a person signs up with a credit report, the administrator reads it and approves, the person reads the decision', async () => {
  const applicant = newApplicant()
  const report = samples.pdf({ text: 'Credit score 742' })
  const { page: partner } = await openVisitor()

  await partner.goto('/')
  await partner.getByRole('link', { name: 'Sign Up' }).first().click()
  await partner.getByRole('heading', { name: 'Credit Partner Application' }).waitFor()
  await chooseFile(partner, report)
  await fillAccountFields(partner, applicant)
  await partner.getByRole('button', { name: 'Submit Application' }).click()
  await partner.getByText('Document Submitted & Account Created!').waitFor()
  await seeToast(partner, 'Document uploaded and account created!')
  await partner.waitForURL('**/dashboard')
  await partner.getByText('Application Under Review').waitFor()
  await partner.getByText('2-3 business days').first().waitFor()
  await partner.getByText(report.name).first().waitFor()

  const { page: admin, context } = await openVisitor()
  await admin.goto('/admin/users')
  await admin.getByRole('heading', { name: 'Admin Login' }).waitFor()
  await admin.getByRole('textbox', { name: 'Email' }).fill(testAdmin.email)
  await admin.getByLabel('Password', { exact: true }).fill(testAdmin.password)
  await admin.getByRole('button', { name: 'Log In' }).click()
  await admin.getByLabel('Search').fill(applicant.phoneNumber.replace(/\D/g, ''))
  await admin.getByText('1 user', { exact: true }).waitFor()
  const name = `${applicant.firstName} ${applicant.lastName}`
  await admin.getByRole('button', { name, exact: true }).click()
  const panel = admin.getByRole('complementary', { name })
  const view = panel.getByRole('button', { name: `View ${report.name}` })
  await view.waitFor()

  // A browser with a PDF viewer shows the file in the new tab, one without saves it.
  const opened = context.waitForEvent(
    'response',
    (response) =>
      new URL(response.url()).pathname.startsWith('/uploads/') &&
      response.request().method() === 'GET',
  )
  await view.click()
  const answer = await opened
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('application/pdf')
  expect(answer.headers()['content-disposition']).toMatch(/^inline/)

  const saved = await saveFile(admin, () =>
    panel.getByRole('button', { name: `Download ${report.name}` }).click(),
  )
  expect(saved.name).toBe(report.name)
  expect(saved.bytes.equals(report.bytes)).toBe(true)

  await panel.getByRole('button', { name: 'Close' }).first().click()
  await admin.getByRole('button', { name: `Approve ${name}` }).click()
  await admin.getByText('Status updated successfully').first().waitFor()
  await expect.poll(() => admin.getByRole('button', { name: `Approve ${name}` }).count()).toBe(0)

  await partner.reload()
  await partner.getByText('Application Approved').waitFor()
})

test('a person signs up by sharing a login, the administrator rejects, the person reads the decision', async () => {
  const applicant = newApplicant()
  const { page: partner } = await openVisitor()

  await partner.goto('/onboarding')
  await partner.getByRole('tab', { name: 'Share Login Details' }).click()
  await partner.getByLabel('Service name').fill('Score Watch')
  await partner.getByLabel('Service URL').fill('https://score-watch.example/login')
  await partner.getByLabel('Username').fill(applicant.email)
  await partner.getByLabel('Service password').fill('not the portal password')
  await fillAccountFields(partner, applicant)
  await partner.getByRole('button', { name: 'Submit Application' }).click()
  await partner.getByText('Credentials shared and account created!').first().waitFor()
  await partner.waitForURL('**/dashboard')
  await partner.getByText('Application Under Review').waitFor()

  const { page: admin } = await openVisitor()
  await admin.goto(`/admin/users?search=${encodeURIComponent(applicant.phoneNumber)}`)
  await admin.getByRole('textbox', { name: 'Email' }).fill(testAdmin.email)
  await admin.getByLabel('Password', { exact: true }).fill(testAdmin.password)
  await admin.getByLabel('Password', { exact: true }).press('Enter')
  const name = `${applicant.firstName} ${applicant.lastName}`
  await admin.getByRole('button', { name: `Reject ${name}` }).click()
  await giveReason(admin, 'Your report shows a score of 655.')
  await admin.getByText('Status updated successfully').first().waitFor()

  await partner.reload()
  await partner.getByText('Application Not Approved').waitFor()
  await partner.getByText('Your report shows a score of 655.').first().waitFor()
  await partner.getByText('contact support').first().waitFor()
})
