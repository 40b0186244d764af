import { expect, test } from 'vitest'
import {
  addDocument,
  fullName,
  logInAsAdmin,
  newApplicant,
  shareLogin,
  signUp,
} from '@tests/support/client/people'
import { rowWith } from '@tests/support/client/journey-steps'
import { startSharedPortal } from '@tests/support/portal/shared-portal'
import { samples } from '@tests/support/samples/samples'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
// A portal of its own: it is empty at first, and everything in it can be counted.
const portal = await startSharedPortal()

const openPortal = () => openVisitor({ baseURL: portal.origin })

async function openAdmin(path: string) {
  const visitor = await openPortal()
  await logInAsAdmin(visitor.context.request)
  await visitor.page.goto(path)
  return visitor
}

test('the administrator of a new portal finds every list empty, and says so', async () => {
  const { page } = await openAdmin('/admin')
  await page.getByText('No files yet').waitFor()
  await page.getByText('No users yet').waitFor()
  const noCredentials = 'No credit monitoring credentials have been submitted yet.'
  await page.getByText(noCredentials, { exact: true }).waitFor()

  const navigation = page.getByRole('navigation')
  for (const [section, link, title, empty] of [
    ['MAIN', 'Users', 'Users', 'No users yet'],
    ['MAIN', 'Credit Reports', 'Credit Reports', 'No reports found.'],
    ['MAIN', 'Monitoring Credentials', 'Credit Monitoring Credentials', noCredentials],
    ['COMMUNICATION', 'Email', 'Email Integration', 'Send Email'],
    ['COMMUNICATION', 'SMS', 'SMS Integration', 'SMS is not configured'],
    ['SETTINGS', 'Settings', 'Settings', 'Email Configuration'],
    ['MAIN', 'Dashboard', 'Dashboard', 'No files yet'],
  ] as const) {
    await navigation.getByText(section, { exact: true }).first().waitFor()
    await navigation.getByRole('link', { name: link, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await page.getByText(empty, { exact: true }).first().waitFor()
    expect(await page.title()).toContain(title)
  }
})

test('the administrator sees counts, the five newest files and users, and the shared logins', async () => {
  const people = [1, 2, 3, 4, 5, 6].map((number) =>
    newApplicant({ firstName: `Person${number}`, lastName: 'Overview' }),
  )
  for (const person of people) {
    const session = await openSession(portal.origin)
    const file = { ...samples.pdf(), name: `${person.firstName}.pdf` }
    await signUp(session, person, file)
    if (person === people[5]) await addDocument(session, samples.png())
  }
  await shareLogin(await openSession(portal.origin), { serviceName: 'Score Watch' })

  const { page } = await openAdmin('/admin')
  const cards = page.getByRole('list', { name: 'Counts' }).getByRole('listitem')
  await cards.getByText('7', { exact: true }).waitFor()
  await expect
    .poll(() => cards.allTextContents())
    .toEqual([
      'Users6',
      'Credit Reports7',
      'Monitoring Credentials1',
      'Entrepreneurs0Not tracked yet.',
      'Partner Approvals0Not tracked yet.',
    ])
  const namesIn = (region: string) =>
    page.getByRole('region', { name: region }).locator('li a').allTextContents()
  const newest = people.slice(1).toReversed()
  expect(await namesIn('Recent Users')).toEqual(newest.map(fullName))
  expect(await namesIn('Recent File Uploads')).toEqual([
    samples.png().name,
    ...newest.slice(0, 4).map(({ firstName }) => `${firstName}.pdf`),
  ])
  const time = page.getByRole('region', { name: 'Recent Users' }).locator('li').first()
  expect(await time.textContent()).toMatch(/[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d\s[AP]M/)
  const login = rowWith(page, 'Score Watch')
  await login.getByText('Pending', { exact: true }).waitFor()
  expect(await page.content()).not.toContain('monitoring secret')

  await page.getByRole('link', { name: samples.png().name }).click()
  await page.waitForURL('**/admin/reports?open=*')
  await page.getByRole('img', { name: `Preview of ${samples.png().name}` }).waitFor()
})

test('the administrator sees how many partners may be texted', async () => {
  const consenting = { ...newApplicant(), contactConsent: true }
  await signUp(await openSession(portal.origin), consenting)
  const { page } = await openAdmin('/admin/sms')
  const count = page.getByRole('region', { name: 'Agreed to text messages' })
  await expect.poll(() => count.textContent()).toContain('1partner agreed to receive text messages')
})

test('the administrator finds nothing to set under Other Settings', async () => {
  const { page } = await openAdmin('/admin/settings')
  await page.getByRole('tab', { name: 'Other Settings' }).click()
  await page.getByText('No additional settings available yet.', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Email Configuration' }).click()
  expect(await page.getByRole('button', { name: 'Send Test Email' }).isDisabled()).toBe(true)
})
