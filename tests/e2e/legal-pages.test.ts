import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectToSay, isInView, open, readText } from '@tests/support/client/reading'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const phone = { viewport: { width: 360, height: 740 } }

const results = 'esults are not guaranteed'
const arbitration = ['binding arbitration', 'held online', 'Colorado law', 'o class actions']
const sales = [
  'll sales are final',
  'partial payment is a non-refundable deposit',
  'at most 30 days',
  'store credit',
  'valid for 6 months',
]
const liability = 'capped at the amount you paid us or $100, whichever is greater'

/** What each page has to say, as it is read from the page. */
const documents = [
  {
    path: '/disclosures',
    title: 'FTC Disclosures',
    facts: [
      results,
      'Payments come from entrepreneurs, not from us.',
      '$2,500+ a month: estimated earnings',
      '$30,000+ a year',
      '$500 per approved referral, uncapped',
      ...sales,
      ...arbitration,
      'Most disputes are resolved in 14 days',
      liability,
      'credit scores under 680 “fixer-uppers.”',
      'typical partner fee of 5-15% of the loan or a recommended score of 720+',
    ],
  },
  {
    path: '/terms',
    title: 'Terms of Use',
    facts: [
      'Results are not guaranteed. All sales are final. Disputes go to binding arbitration',
      ...sales,
      ...arbitration,
      'most disputes are resolved in 14 days',
      liability,
      'Credit scores under 680 are “fixer-uppers,”',
      'Consent to contact is not required to apply or to buy anything.',
      'You can leave it out and call us instead',
      'Payments come from entrepreneurs, not from us.',
    ],
  },
  {
    path: '/privacy',
    title: 'Privacy Policy',
    facts: [
      'we do not sell your data',
      'Monitoring logins: if you choose to share one',
      'Your monitoring password and your notes are sealed (encrypted) at rest',
      'only by the one designated administrator',
      'deleted with your account',
      'removed after 30 days',
    ],
  },
  {
    path: '/dispute-resolution',
    title: 'Dispute Resolution',
    facts: [
      ...sales,
      ...arbitration,
      'Most disputes are resolved in 14 days.',
      'Arbitration is held online.',
      'The arbitrator applies Colorado law',
      'No class actions are allowed',
      liability,
      'results are not guaranteed',
    ],
  },
  {
    path: '/communications-compliance',
    title: 'Communications Compliance',
    facts: [
      'phone calls, which may be placed by a person or with automated dialing technology',
      'SMS text messages',
      'the recording of calls between you and us',
      'Consent to contact is not required to apply, to submit a document, or to buy anything.',
      'call instead: (303) 555-0142, Monday to Friday, 9am-5pm ET',
      'results are not guaranteed',
    ],
  },
]

const contents = (page: Page) => page.getByRole('navigation', { name: 'On this page' })

for (const { path, title, facts } of documents) {
  test(`${title} says what it must, and its contents lead to every section`, async () => {
    const { page } = await openVisitor()
    await open(page, path)
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await expectToSay(page.getByRole('main'), facts)

    const links = await contents(page).getByRole('link').all()
    expect(links.length).toBeGreaterThan(10)
    for (const link of links) {
      await link.click()
      const { hash } = new URL(page.url())
      const section = page.locator(hash)
      await expect.poll(() => isInView(section), { message: hash }).toBe(true)
      const heading = (await section.innerText()).replace(/^\d+\.\s*/, '')
      expect(await readText(link)).toContain(heading)
    }
  })
}

test('on a phone the contents unfold, and an address with an anchor arrives there', async () => {
  const { page } = await openVisitor(phone)
  await open(page, '/terms')
  expect(await contents(page).isVisible()).toBe(false)
  await page.locator('summary').click()
  await contents(page).getByRole('link', { name: 'Limit of liability' }).click()
  await expect.poll(() => isInView(page.locator('#liability'))).toBe(true)

  await open(page, '/dispute-resolution#no-class-actions')
  await expect.poll(() => isInView(page.locator('#no-class-actions'))).toBe(true)
})

test('on a phone no phone number is broken across lines, and each can be tapped', async () => {
  const { page } = await openVisitor(phone)
  for (const { path } of documents) {
    await open(page, path)
    const numbers = page.locator('main a[href="tel:+13035550142"]')
    expect(await numbers.count(), path).toBeGreaterThan(0)
    const lines = await numbers.evaluateAll((links) =>
      links.map((link) => link.getClientRects().length),
    )
    expect(new Set(lines), path).toEqual(new Set([1]))
    const plain = await page.locator('main').evaluate((main) => {
      for (const link of main.querySelectorAll('a')) link.remove()
      return main.textContent
    })
    expect(plain, path).not.toContain('555-0142')
  }
})

test('the disclosures scroll in a box 600 px high, its scrollbar gone 600 ms later', async () => {
  const { page } = await openVisitor()
  await page.clock.install()
  await open(page, '/ftc-disclosures')
  const box = page.getByRole('region', { name: 'FTC Disclosures, full text' })
  expect((await box.boundingBox())?.height).toBe(600)
  const scrollbar = () => box.evaluate((node) => getComputedStyle(node).scrollbarColor)
  const hidden = 'rgba(0, 0, 0, 0) rgba(0, 0, 0, 0)'
  expect(await scrollbar()).toBe(hidden)

  await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
  const frame = await box.evaluate((node) => {
    node.scrollTop = 900
    return { scrolled: node.scrollTop, page: window.scrollY }
  })
  expect(frame).toEqual({ scrolled: 900, page: 0 })
  await expect.poll(scrollbar).not.toBe(hidden)
  await page.clock.runFor(599)
  expect(await scrollbar()).not.toBe(hidden)
  await page.clock.runFor(1)
  await expect.poll(scrollbar).toBe(hidden)
})

test('the disclosures’ box is reached and scrolled with the keyboard alone', async () => {
  const { page } = await openVisitor()
  await open(page, '/disclosures')
  const box = page.getByRole('region', { name: 'FTC Disclosures, full text' })
  await contents(page).getByRole('link').last().focus()
  await page.keyboard.press('Tab')
  expect(await box.evaluate((node) => node === document.activeElement)).toBe(true)
  await page.keyboard.press('End')
  await expect.poll(() => isInView(page.getByRole('heading', { name: 'Questions' }))).toBe(true)
  expect(await box.evaluate((node) => node.scrollTop)).toBeGreaterThan(2000)
})

test('the disclosures lead back home and to support', async () => {
  const { page } = await openVisitor()
  await open(page, '/disclosures')
  await page.getByRole('link', { name: 'Contact Support' }).click()
  await page.getByRole('heading', { level: 1, name: 'Support Center' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await page.getByRole('heading', { level: 1, name: 'Turn your great credit' }).waitFor()
})
