import type { APIRequestContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { pages } from '@shared/pages'
import { checkLook, open, waitUntilSettled } from '@tests/support/client/journey-steps'
import { logInAsAdmin, newApplicant, shareLogin, signUp } from '@tests/support/client/people'
import { openSession, setUpVisitors, type Visitor } from '@tests/support/client/visitor'

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
const sentences = ['Turn your great credit into steady monthly income', 'Put your credit to work']
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
    // The audit trail shows its raw facts exactly as they are stored.
    if (!parent || parent.matches('option, td li')) continue
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

/** Runs in the page before anything else: replaces texts as a browser's translation does, as soon as they appear. */
function translate() {
  const observer = new MutationObserver(() => {
    if (!document.body) return
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) if (texts.currentNode instanceof Text) found.push(texts.currentNode)
    for (const text of found) {
      if (text.data.trim() === '') continue
      if (text.parentElement?.closest('font, script, style, textarea, option')) continue
      const font = document.createElement('font')
      font.append(document.createElement('font'))
      font.firstElementChild?.append(text.data)
      text.replaceWith(font)
    }
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}

/** Runs in the page: presses the first button that was not pressed yet, in a dialog if one is open. */
function pressNext(pressed: string[]): string | null {
  const dialog = [...document.querySelectorAll('dialog[open], [role=dialog]')].at(-1)
  const buttons = (dialog ?? document).querySelectorAll<HTMLElement>('button:enabled, [role=tab]')
  for (const button of buttons) {
    const name = button.getAttribute('aria-label') ?? button.textContent
    if (!name || pressed.includes(name) || /Log ?Out/i.test(name)) continue
    button.click()
    return name
  }
  return null
}

describe.each(visitors)('for $who', ({ paths, enter }) => {
  let page: Page
  const hosts = new Set<string>()
  let foreigner: Visitor
  beforeAll(async () => {
    const visitor = await openVisitor({ viewport: phone, staysOpen: true })
    page = visitor.page
    page.on('request', (request) => hosts.add(new URL(request.url()).origin))
    await enter(visitor.context.request)
    foreigner = await openVisitor({ staysOpen: true })
    await enter(foreigner.context.request)
    await foreigner.context.addInitScript(translate)
  })

  test.each(paths)(
    'every button of %s can be pressed while the browser translates it',
    async (path) => {
      const { page: translated, allow } = foreigner
      // Forms are sent as they are.
      allow(
        /^error: (Failed to load resource|Request failed|Applying inline style|Blocked script)|origin-keyed/,
      )
      const pressed: string[] = []
      await translated.goto(path)
      await waitUntilSettled(translated)
      const dialogs = translated.getByRole('dialog')
      for (;;) {
        const name = await translated.evaluate(pressNext, pressed)
        const openDialogs = await dialogs.count()
        if (name !== null) pressed.push(name)
        else if (openDialogs === 0) break
        else {
          // A toast takes the first Esc.
          const closeOne = async () => {
            await translated.keyboard.press('Escape')
            return dialogs.count()
          }
          await expect.poll(closeOne).toBeLessThan(openDialogs)
        }
        // A document opens in a tab of its own: behind that one, the page may be drawn only once a second.
        for (const other of foreigner.context.pages()) if (other !== translated) await other.close()
        await waitUntilSettled(translated)
        expect([pressed, await translated.getByText('We couldn’t show this page').count()]).toEqual(
          [pressed, 0],
        )
        if (new URL(translated.url()).pathname !== path) await translated.goto(path)
      }
    },
  )

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
    await checkLook(page)
    expect([...hosts]).toEqual([new URL(page.url()).origin])
    if (!publicPages.some((one) => one === path)) return
    await page.setViewportSize(zoomedIn)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(zoomedIn.width)
  })
})
