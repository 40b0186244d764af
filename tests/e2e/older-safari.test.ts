import { expect, test } from 'vitest'
import { logInAsAdmin, newApplicant, shareLogin, signUp } from '@tests/support/client/people'
import { fillAccountFields, rowWith } from '@tests/support/client/journey-steps'
import { samples } from '@tests/support/samples/samples'
import { setUpVisitors, type Visitor } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

/** Removes what Safari 16.4 lacks, for pages and workers. */
const forgetNewerThings = `
  for (const [owner, ...names] of [
    [URL, 'canParse', 'parse'],
    [Promise, 'withResolvers', 'try'],
    [Array, 'fromAsync'],
    [Object, 'groupBy'],
    [Map, 'groupBy'],
    [AbortSignal, 'any'],
    [Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf'],
    [Set.prototype, 'isSupersetOf', 'isDisjointFrom'],
    [ReadableStream.prototype, 'values', Symbol.asyncIterator],
    [Response.prototype, 'bytes'],
    [Blob.prototype, 'bytes'],
    [ArrayBuffer.prototype, 'transfer', 'transferToFixedLength'],
    [Uint8Array, 'fromBase64', 'fromHex'],
    [Uint8Array.prototype, 'toBase64', 'toHex'],
    [globalThis, 'Iterator', 'requestIdleCallback', 'scheduler', 'ImageDecoder', 'navigation'],
  ])
    for (const name of names) delete owner[name]
`

async function openOlderSafari(): Promise<Visitor> {
  const visitor = await openVisitor({ viewport: { width: 1440, height: 900 } })
  await visitor.context.addInitScript(forgetNewerThings)
  await visitor.context.route('**/pdf.worker.min.mjs', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      contentType: 'text/javascript',
      body: forgetNewerThings + (await response.text()),
    })
  })
  return visitor
}

test('Safari 16.4 shares a login', async () => {
  const applicant = newApplicant()
  const { page } = await openOlderSafari()
  await page.goto('/onboarding')
  expect(await page.evaluate(() => 'canParse' in URL)).toBe(false)
  await page.getByRole('tab', { name: 'Share Login Details' }).click()
  await page.getByLabel('Service name').fill('Score Watch')
  await page.getByLabel('Service URL').fill('https://score-watch.example/login')
  await page.getByLabel('Username').fill(applicant.email)
  await page.getByLabel('Service password').fill('not the portal password')
  await fillAccountFields(page, applicant)
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.waitForURL('**/dashboard')
})

test('Safari 16.4 shows the administrator the shared logins', async () => {
  const { page } = await openOlderSafari()
  const serviceName = `Score Watch ${newApplicant().email}`
  await shareLogin(page.request, { serviceName })
  await logInAsAdmin(page.request)
  await page.goto(`/admin/credentials?search=${encodeURIComponent(serviceName)}`)
  await rowWith(page, serviceName).getByText('monitoring secret').waitFor()
})

test('Safari 16.4 shows the administrator a PDF and its text', async () => {
  const applicant = newApplicant()
  const { page } = await openOlderSafari()
  await signUp(page.request, applicant, samples.pdf({ pages: ['Score 742'] }))
  await logInAsAdmin(page.request)
  await page.goto(`/admin/reports?search=${encodeURIComponent(applicant.email)}`)
  await page.getByText('1 report', { exact: true }).waitFor()
  await page.keyboard.press('j')
  const details = page.getByRole('complementary', { name: 'credit-report.pdf' })
  await details.getByText('Page 1 of 1').waitFor()
  await details.getByText('Score 742').waitFor({ state: 'attached' })
  expect(await details.getByText('This page is damaged').count()).toBe(0)
})
