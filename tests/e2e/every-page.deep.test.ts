import type { APIRequestContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { pages } from '@shared/pages'
import { checkPhoneLook, open, waitUntilSettled } from '@tests/support/client/journey-steps'
import { logInAsAdmin, newApplicant, shareLogin, signUp } from '@tests/support/client/people'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()

const phone = { width: 360, height: 740 }
/** A desktop at 400 % zoom. */
const zoomedIn = { width: 320, height: 740 }
const veryLong = 'Maximilian-Alexander '.repeat(7).trim()

const adminPages = Object.values(pages).filter((path) => path.startsWith(pages.admin))
const partnerPages: string[] = [pages.dashboard, pages.account]
const publicPages = Object.values(pages).filter(
  (path) => !path.startsWith(pages.admin) && !partnerPages.includes(path),
)

const visitors = [
  { who: 'anyone', paths: [...publicPages, '/no-such-page'], enter: async () => {} },
  {
    who: 'a partner with a very long name',
    paths: partnerPages,
    enter: (request: APIRequestContext) =>
      signUp(request, newApplicant({ firstName: veryLong, lastName: veryLong })),
  },
  {
    who: 'the administrator',
    paths: [...adminPages, '/admin/no-such-page'],
    enter: async (request: APIRequestContext) => {
      // Two passwords that scroll: their boxes are no landmarks of one name.
      for (const serviceName of ['Score Watch', 'Credit Eye'])
        await shareLogin(await openSession(), { serviceName, password: 'long '.repeat(30).trim() })
      await logInAsAdmin(request)
    },
  },
]

/** Said to the reader as whole sentences; all other titles are in title case. */
const sentences = [
  'Turn your great credit into steady monthly income',
  'Put your good name to work',
]
const isTitle = (text: string) => sentences.includes(text) || !/(^|\s)\p{Ll}\p{L}{3,}/u.test(text)

/** Runs in the page: what is written on it, and how its lines break. */
function readPage() {
  const app = document.querySelector('#root') ?? document.body
  const texts = document.createTreeWalker(app, NodeFilter.SHOW_TEXT)
  const breakableFigures: string[] = []
  const phoneNumbersWithoutLink: string[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.textContent ?? ''
    const parent = node.parentElement
    if (!parent || parent.matches('option')) continue
    // Such as '2-3' or '9am-5pm', which a line may break at its hyphen.
    const hasFigure = /\b\d{1,2}(am|%)?-\d{1,2}(pm|%|\b)/.test(text)
    if (hasFigure && getComputedStyle(parent).whiteSpace !== 'nowrap') breakableFigures.push(text)
    if (text.includes('555-0142') && !parent.closest('a')) phoneNumbersWithoutLink.push(text)
  }
  const phoneLinks = [...document.querySelectorAll('main a[href^="tel:"]')]
  // Long texts have headings of their own kind.
  const titles = [...app.querySelectorAll('h1, h2:not(article h2, .longform h2)')]
  return {
    titles: titles.map(({ textContent }) => textContent),
    mainTitles: document.querySelectorAll('h1').length,
    breakableFigures,
    phoneNumbersWithoutLink,
    brokenPhoneNumbers: phoneLinks.filter((link) => link.getClientRects().length > 1).length,
  }
}

describe.each(visitors)('for $who', ({ paths, enter }) => {
  let page: Page
  const hosts = new Set<string>()
  beforeAll(async () => {
    const visitor = await openVisitor({ viewport: phone, staysOpen: true })
    page = visitor.page
    page.on('request', (request) => hosts.add(new URL(request.url()).origin))
    await enter(visitor.context.request)
  })

  test.each(paths)('%s is accessible, fits a phone and asks no other host', async (path) => {
    await page.setViewportSize(phone)
    await open(page, path)
    await waitUntilSettled(page)
    expect(await page.title()).not.toBe('')
    const { titles, ...written } = await page.evaluate(readPage)
    expect(written).toEqual({
      mainTitles: 1,
      breakableFigures: [],
      phoneNumbersWithoutLink: [],
      brokenPhoneNumbers: 0,
    })
    if (!path.startsWith(pages.admin)) expect(titles.filter((title) => !isTitle(title))).toEqual([])
    await checkPhoneLook(page)
    expect([...hosts]).toEqual([new URL(page.url()).origin])
    if (!publicPages.some((one) => one === path)) return
    await page.setViewportSize(zoomedIn)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(zoomedIn.width)
  })
})
