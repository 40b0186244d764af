import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { defaultBrand } from '@shared/brand'
import { fillAccountFields, isDrawn, rowWith } from '@tests/support/client/journey-steps'
import { logInAsAdmin, newApplicant, shareLogin, signUp } from '@tests/support/client/people'
import { setUpVisitors, type Visitor } from '@tests/support/client/visitor'
import { jpeg2000Pdf } from '@tests/support/samples/pdf-variants'
import { samples } from '@tests/support/samples/samples'

const openVisitor = setUpVisitors()

async function expectHelp(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { name: heading }).waitFor()
  const message = page.locator('.no-app', { hasText: heading })
  const text = await message.innerText()
  expect(text).toContain(defaultBrand.supportPhone)
  expect(text).toContain(defaultBrand.supportEmail)
  // Nothing beneath waits for an app that never comes.
  expect(await page.locator('#root').isVisible()).toBe(false)
}

test('a browser too old for the app is asked to be updated, in words', async () => {
  const { page, context } = await openVisitor()
  await context.addInitScript('delete String.prototype.isWellFormed')
  // As if it understood none of the app's own script.
  await context.route('**/assets/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await page.goto('/onboarding')
  await expectHelp(page, 'Please update your browser')
})

test('a browser without JavaScript is told that the portal needs it', async () => {
  const { page } = await openVisitor({ javaScriptEnabled: false })
  await page.goto('/')
  await expectHelp(page, 'Please turn on JavaScript')
})

test('a current browser is told nothing of the kind', async () => {
  const { page } = await openVisitor()
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await page.locator('#old-browser').isVisible()).toBe(false)
  expect(await page.getByText('Please turn on JavaScript').count()).toBe(0)
})

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

/** What the policy of the page says to WebAssembly. */
const compile = () =>
  new Promise<string>((resolve) => {
    document.addEventListener('securitypolicyviolation', (event) => resolve(event.blockedURI))
    WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).catch(() => undefined)
  })

test('a scan in JPEG 2000 is drawn by WebAssembly, which runs in the worker alone', async () => {
  const applicant = newApplicant()
  const { page, context, allow } = await openVisitor()
  allow(/WebAssembly|wasm-eval/)
  await signUp(page.request, applicant, { ...samples.pdf(), bytes: jpeg2000Pdf() })
  await logInAsAdmin(page.request)
  const decoders: string[] = []
  context.on('request', (request) => decoders.push(...request.url().split('/wasm/').slice(1)))
  await page.goto(`/admin/reports?search=${encodeURIComponent(applicant.email)}`)
  await page.getByText('1 report', { exact: true }).waitFor()
  await page.keyboard.press('j')
  await expect.poll(() => isDrawn(page)).toBe(true)
  expect(decoders).toEqual(['openjpeg.wasm'])
  expect(await page.evaluate(compile)).toBe('wasm-eval')
})
