import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { defaultBrand } from '@shared/brand'
import {
  expectToSay,
  isInView,
  readLinks,
  open,
  readText,
  readTexts,
} from '@tests/support/client/reading'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const phone = { viewport: { width: 360, height: 740 } }

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const notGuaranteed = 'results are not guaranteed'

test('the landing page tells its sections in order', async () => {
  const { page } = await openVisitor()
  await open(page, '/')
  expect(await readTexts(page.getByRole('main').locator('h1, h2'))).toEqual([
    'Turn your great credit into steady monthly income',
    'Excellent Personal Credit?',
    'Know Someone With Great Credit?',
    'The Credit Partner Advantage',
    'How It Works',
    'How to Get Approved',
    'Trusted by Thousands of Partners',
    'Put your good name to work',
  ])
  expect(
    await readTexts(region(page, 'The Credit Partner Advantage').getByRole('heading')),
  ).toEqual([
    'The Credit Partner Advantage',
    'Credit Partner Program',
    'Referral Program',
    'Estimate what a year could bring',
  ])
  expect(await readTexts(region(page, 'How It Works').getByRole('heading', { level: 3 }))).toEqual([
    'As a Credit Partner',
    'As a Referrer',
  ])
  const trust = region(page, 'Trusted by Thousands of Partners')
  expect(await readTexts(trust.getByRole('heading', { level: 3 }))).toEqual([
    'Secure Partnerships',
    'Monthly Payments',
    'Dedicated Support',
  ])
})

test('every figure of the landing page stands beside “results are not guaranteed”', async () => {
  const { page } = await openVisitor()
  await open(page, '/')
  await expectToSay(region(page, 'The program in figures'), [
    '700+',
    'estimated earnings a month $2,500+',
    'estimated earnings a year $30,000+',
    'per approved referral, uncapped $500',
    notGuaranteed,
  ])
  const [partner, referrer] = await readTexts(page.getByRole('article'))
  for (const figure of ['score of 700 or higher', '$2,500+ a month', '$30,000+ a year'])
    expect(partner).toContain(figure)
  expect(partner).toContain('paid by the entrepreneurs you are matched with')
  expect(referrer).toContain('$500 per approved referral, and there is no cap')
  for (const card of [partner, referrer]) expect(card).toContain(notGuaranteed)
  await expectToSay(region(page, 'The Credit Partner Advantage'), [
    'Estimated earnings of $2,500+ a month',
    '$30,000+ over a full year',
    '$500 per approved referral',
    'No cap on referrals',
    notGuaranteed,
  ])
  await expectToSay(region(page, 'How It Works'), [
    'Earn $500 per approved referral',
    notGuaranteed,
  ])
  await expectToSay(region(page, 'Put your good name to work'), [
    'earn $500 per approved referral',
    notGuaranteed,
    'All sales are final, and disputes go to binding arbitration with no class actions.',
  ])
})

test('both tracks and the five approval steps say what the program asks and gives', async () => {
  const { page } = await openVisitor()
  await open(page, '/')
  const steps = await readTexts(region(page, 'How It Works').getByRole('listitem'))
  expect(steps).toHaveLength(8)
  const [register, verify, match, paid, join, share, linked, earn] = steps
  expect(register).toContain('Register and complete your profile')
  expect(register).toContain('contact info, your credit report, and your preferred payment method')
  expect(verify).toContain('Credit verification We check your report against the minimum')
  expect(verify).toContain('700 or higher')
  expect(match).toContain('Matching with entrepreneurs')
  expect(paid).toContain('Monthly payments')
  expect(join).toContain('Sign up')
  expect(share).toContain('Share your unique referral link')
  expect(linked).toContain('Your referrals register They are linked to you automatically')
  expect(earn).toContain('Earn $500 per approved referral')

  const approval = await readTexts(region(page, 'How to Get Approved').getByRole('listitem'))
  expect(approval).toHaveLength(5)
  const [apply, submit, verification, approved, start] = approval
  expect(apply).toContain('Complete the application Under 1 minute')
  expect(submit).toContain('Submit your credit report')
  expect(submit).toContain('Upload it, or share your credit-reporting login credentials')
  expect(submit).toContain('Our team helps you obtain reports')
  expect(verification).toContain('Verification')
  expect(verification).toContain('We may call you')
  expect(approved).toContain('Approval Within 24-48 hours')
  expect(start).toContain('Start earning')
})

test('every Sign Up leads to the application, every Signup to the section below', async () => {
  const { page } = await openVisitor()
  await open(page, '/')
  const signUps = page.getByRole('link', { name: 'Sign Up', exact: true })
  await expect.poll(() => signUps.count()).toBe(4)
  for (const link of await signUps.all())
    expect(await link.getAttribute('href')).toBe('/onboarding')

  const signups = page.getByRole('link', { name: 'Signup', exact: true })
  expect(await signups.count()).toBe(2)
  for (const link of await signups.all()) {
    await page.goto('/')
    await link.click()
    expect(new URL(page.url()).hash).toBe('#signup')
    await expect.poll(() => isInView(page.locator('#signup'))).toBe(true)
  }
  await region(page, 'Put your good name to work').getByRole('link', { name: 'Sign Up' }).click()
  await page.getByRole('heading', { level: 1, name: 'Credit Partner Application' }).waitFor()
})

test('the estimator adds up what a visitor chooses, its disclaimer in it', async () => {
  const { page } = await openVisitor()
  await open(page, '/')
  const months = page.getByRole('slider', { name: 'Months as a matched Credit Partner' })
  const referrals = page.getByRole('slider', { name: 'Approved referrals' })
  const total = page.getByRole('status', { name: 'Estimated total' })
  await months.press('End')
  await referrals.press('Home')
  expect(await total.innerText()).toBe('$30,000')
  await referrals.press('ArrowRight')
  expect(await total.innerText()).toBe('$30,500')
  await months.press('Home')
  await months.press('ArrowRight')
  expect(await total.innerText()).toBe('$3,000')
  await expectToSay(total.locator('..'), [
    '1 month of partnership $2,500',
    '1 approved referral $500',
    'not a forecast: results are not guaranteed',
  ])
})

test('the header stays in sight and leads home, to the login and to the application', async () => {
  const { page } = await openVisitor()
  await open(page, '/')
  const header = page.getByRole('banner')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(2000)
  expect((await header.boundingBox())?.y).toBe(0)
  const menu = header.getByRole('navigation', { name: 'Main' })
  expect(await readLinks(menu)).toEqual([
    ['Home', '/'],
    ['Login', '/login'],
    ['Sign Up', '/onboarding'],
  ])
  await menu.getByRole('link', { name: 'Login' }).click()
  await page.waitForURL('**/login')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await menu.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('heading', { level: 1, name: 'Turn your great credit' }).waitFor()
})

test('on a phone the menu opens, closes, and closes when a link is followed', async () => {
  const { page } = await openVisitor(phone)
  await open(page, '/')
  const menu = page.getByRole('navigation', { name: 'Main' })
  expect(await menu.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.waitFor()
  expect(await readTexts(menu.getByRole('link'))).toEqual(['Home', 'Login', 'Sign Up'])
  await page.getByRole('button', { name: 'Close menu' }).click()
  await menu.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByRole('link', { name: 'Sign Up' }).click()
  await page.waitForURL('**/onboarding')
  await menu.waitFor({ state: 'hidden' })
})

test('every link of the footer leads to a page, and both documents come as PDF files', async () => {
  const { page } = await openVisitor()
  await open(page, '/')
  const footer = page.getByRole('contentinfo')
  const links = await readLinks(footer)
  expect(Object.fromEntries(links)).toMatchObject({
    Home: '/',
    Support: '/support',
    'What You Get': '/blog',
    'FTC Disclosures': '/disclosures',
    'Check Eligibility': '/onboarding',
    'Privacy Policy': '/privacy',
    'Dispute Resolution': '/dispute-resolution',
    'Terms of Use': '/terms',
    'Referral Program': '/referral-program',
    'Communications Compliance': '/communications-compliance',
    Sitemap: '/sitemap',
    [defaultBrand.supportPhone]: 'tel:+13035550142',
    [defaultBrand.supportEmail]: `mailto:${defaultBrand.supportEmail}`,
  })
  for (const [name, address] of links.filter(([, to]) => to.startsWith('/')))
    expect((await page.request.get(address)).status(), name).toBe(200)
  expect(await readText(footer)).toContain(defaultBrand.streetAddress)

  for (const [name, file] of [
    ['Business License (PDF)', 'business-license.pdf'],
    ['Due Diligence (PDF)', 'due-diligence.pdf'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      footer.getByRole('link', { name }).click(),
    ])
    expect(download.suggestedFilename()).toBe(file)
    const bytes = await readFile(await download.path())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  }
})

test('the landing page takes less than 100 kB of JavaScript', async () => {
  const { page } = await openVisitor(phone)
  const scripts = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) scripts.add(pathname)
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  // As a browser gets them that takes gzip only.
  const sizes = [...scripts].map((path) => {
    const built = `dist/client${path}`
    return statSync(existsSync(`${built}.gz`) ? `${built}.gz` : built).size
  })
  expect(sizes.length).toBeGreaterThan(2)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000)
})
