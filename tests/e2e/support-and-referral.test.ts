import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { defaultBrand } from '@shared/brand'
import { expectToSay, open, readTexts } from '@tests/support/client/reading'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('the support page says how to reach us', async () => {
  const { page } = await openVisitor()
  await open(page, '/support')
  await page.getByRole('heading', { level: 1, name: 'Support Center' }).waitFor()
  const main = page.getByRole('main')
  await expectToSay(main, ["We're here to help with any questions you may have"])
  await expectToSay(region(page, 'Contact Us'), ['We reply within 24 hours'])
  await page.getByPlaceholder('What can we help you with?', { exact: true }).waitFor()
  await page.getByPlaceholder('Describe your issue or question in detail...').waitFor()
  await expectToSay(region(page, 'Email Support'), [defaultBrand.supportEmail])
  await expectToSay(region(page, 'Phone Support'), [
    defaultBrand.supportPhone,
    'Mon-Fri, 9am-5pm ET',
  ])
  await expectToSay(region(page, 'Office Address'), ['Denver, CO'])
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await page.getByRole('heading', { level: 1, name: 'Turn your great credit' }).waitFor()
})

test('of the eight questions one at a time is open, and it can be closed again', async () => {
  const { page } = await openVisitor()
  await open(page, '/support')
  const faq = region(page, 'Frequently Asked Questions')
  const questions = await faq.getByRole('button').all()
  expect(questions).toHaveLength(8)
  const answers: string[] = []
  for (const question of questions) {
    await question.click()
    const opened = faq.locator('[id$="-answer"]:visible')
    expect(await opened.count()).toBe(1)
    answers.push(await opened.innerText())
  }
  const said = answers.join('\n')
  for (const fact of [
    'a personal credit score of 680+',
    'The Entrepreneur personally guarantees the debt.',
    'Commission payments are processed on the 15th of each month for the prior month’s qualified referrals',
    'the method in your Payment Settings',
    'Bronze pays $250 per client for 1-5 referrals',
    'Silver $500 per client for 6-10',
    'Gold $750 per client for 11+',
    'Tiers reset monthly.',
    'profile completion must reach 100% to unlock all features',
    'A typical review takes 2-3 business days.',
    'up to 3 files of 10 MB each',
    'reapply after 90 days',
  ])
    expect(said).toContain(fact)
  await expectToSay(faq, ['results are not guaranteed'])
  await questions.at(-1)?.click()
  expect(await faq.locator('[id$="-answer"]:visible').count()).toBe(0)
})

test('the referral page tells its benefits and three steps', async () => {
  const { page } = await openVisitor()
  await open(page, '/referral-program')
  await page.getByRole('heading', { level: 1, name: 'Referral Program' }).waitFor()
  await expectToSay(page.getByRole('main'), ['earn $500 per qualified match'])
  await expectToSay(region(page, 'Benefits'), [
    '$500 per qualified match',
    'Zelle, ACH, or PayPal',
    'Weekly payouts available',
    'There is no cap on referrals.',
    'results are not guaranteed',
  ])
  const steps = await readTexts(region(page, 'Three Steps').getByRole('listitem'))
  expect(steps).toHaveLength(3)
  expect(steps[2]).toContain('you earn $500 by Zelle, ACH, or PayPal')
})
