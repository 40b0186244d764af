import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { nameMaxLength } from '@shared/accounts'
import { defaultReasons } from '@shared/decisions'
import { maxFileNameLength } from '@shared/files'
import type { Meeting, OwnMatch } from '@shared/matches'
import { type DashboardCard, pageOfCard, pages } from '@shared/pages'
import {
  checkLook,
  chooseFile,
  expectToFit,
  findToast,
  isInView,
  nextFrames,
  open,
  rowWith,
  saveFile,
  waitUntilSettled,
} from '@tests/support/client/journey-steps'
import { fakeOwnFile, fakeOwnMatch, fakePartner } from '@tests/support/client/fake-records'
import { readShift, watchShifts } from '@tests/support/client/layout-shift'
import { logInAsAdmin, newApplicant, shareLogin, signUp } from '@tests/support/client/people'
import { openSession, setUpVisitors } from '@tests/support/client/visitor'
import {
  answerAll,
  type Answers,
  busyDesk,
  nothingToDo,
  tierDesk,
} from '@tests/support/samples/desk-answers'
import { samples } from '@tests/support/samples/samples'

const openVisitor = setUpVisitors()
const phone = { viewport: { width: 360, height: 740 } }
/** A desktop at 400 % zoom. */
const zoomedIn = { viewport: { width: 320, height: 640 } }
const adminPages = Object.values(pages).filter((path) => path.startsWith(pages.admin))

async function submitEmpty(page: Page): Promise<void> {
  await page.locator('main form button[type="submit"]:visible').first().click()
  await page.locator('[aria-invalid="true"]').first().waitFor()
}

/** What can be opened, or goes wrong, on a public page. */
const openStates: { name: string; path: string; act: (page: Page) => Promise<unknown> }[] = [
  {
    name: 'the menu open',
    path: pages.home,
    act: (page) => page.getByRole('button', { name: 'Open menu' }).click(),
  },
  {
    name: 'its contents unfolded',
    path: pages.terms,
    act: (page) => page.locator('summary').click(),
  },
  {
    name: 'an answer open',
    path: pages.support,
    act: (page) => page.getByRole('button', { name: 'How do the referral tiers work?' }).click(),
  },
  { name: 'its mistakes shown', path: pages.support, act: submitEmpty },
  { name: 'its mistakes shown', path: pages.referralProgram, act: submitEmpty },
  { name: 'its mistakes shown', path: `${pages.referralProgram}?way=details`, act: submitEmpty },
  { name: 'its mistakes shown', path: pages.login, act: submitEmpty },
  {
    name: 'the other tab and its mistakes shown',
    path: pages.onboarding,
    act: async (page) => {
      await page.getByRole('tab', { name: 'Share Login Details' }).click()
      await page.getByRole('button', { name: 'Submit Application' }).click()
      await page.getByText('Service name is required').waitFor()
    },
  },
  {
    name: 'nothing found',
    path: `${pages.blog}?search=zeppelin`,
    act: (page) => page.getByText('No articles found').waitFor(),
  },
  {
    name: 'an article open',
    path: `${pages.blog}?article=3`,
    act: (page) => page.getByRole('article').waitFor(),
  },
]

test.each(openStates)('$path with $name is accessible and fits a phone', async ({ path, act }) => {
  const { page } = await openVisitor(phone)
  await open(page, path)
  await act(page)
  await checkLook(page)
})

/** Answers of the server come once the page is there without them. */
async function answerLate(page: Page, path: string, json?: object): Promise<void> {
  await page.route(path, async (route) => {
    await page.locator('h1, [role="status"]').first().waitFor()
    await page.evaluate(nextFrames)
    await (json ? route.fulfill({ json }) : route.continue())
  })
}

test.each(adminPages)('nothing of %s moves when late answers come', async (path) => {
  const { page, context } = await openVisitor({ reducedMotion: 'no-preference' })
  await logInAsAdmin(context.request)
  await answerLate(page, '**/api/admin/**')
  // Another journey's bulk run is shown above the lists while it goes on.
  await page.route('**/api/admin/bulk-runs?**', (route) => route.fulfill({ json: [] }))
  await watchShifts(page)
  for (const viewport of [{ width: 1280, height: 800 }, phone.viewport]) {
    await page.setViewportSize(viewport)
    await open(page, path)
    await waitUntilSettled(page)
    expect(await readShift(page), `${viewport.width} px wide`).toBeLessThan(0.02)
  }
})

/** Answers and code come one by one, as on a slow line; each is painted before the next. */
async function answerOneByOne(page: Page): Promise<void> {
  // A page that goes takes its frames along.
  const painted = () => page.evaluate(nextFrames).catch(() => undefined)
  let last: Promise<unknown> = Promise.resolve()
  await page.route(/\/api\/|\/assets\/.*js$/, (route) => {
    last = last.then(painted).then(() => route.fallback())
    return last
  })
}

const hourMs = 3_600_000
const fromNow = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()
const approved = { '/api/user': fakePartner({ status: 'approved', statusAt: fromNow(-72) }) }
const meeting = { startsAt: fromNow(0.1), endsAt: fromNow(0.85) }
const question = { id: 3, words: 'Is this your phone number?', askedAt: fromNow(-1), file: null }

interface Asking {
  asked: string
  answers: Answers
  /** What of it is in sight once the page is there. */
  sees: (page: Page) => Locator
}

const times = { offeredTimes: [70, 94, 118].map(fromNow), dueAt: fromNow(60) }
const booked = { ...meeting, state: 'booked', joinLink: 'https://video.example' } as const
const sendsTimes = (page: Page) => page.getByRole('button', { name: 'Send My Times' })
const joins = (page: Page) => page.getByRole('link', { name: 'Join Meeting' })
const accepts = (page: Page) => page.getByRole('button', { name: 'Accept' })

/** What is asked of a partner, and the card that mails about it lead to. */
const asking: (Asking & { card: DashboardCard })[] = [
  {
    asked: 'a question',
    card: 'question',
    answers: { '/api/user': fakePartner({ question }), '/api/files': [fakeOwnFile()] },
    sees: (page) => page.getByRole('button', { name: 'Send Answer' }),
  },
  {
    asked: 'a new document',
    card: 'document',
    answers: {
      '/api/user': fakePartner(),
      '/api/files': [fakeOwnFile({ status: 'rejected', statusAt: fromNow(-1) })],
    },
    sees: (page) => page.getByRole('button', { name: /^Replace This Document/ }),
  },
  {
    asked: 'times',
    card: 'introduction',
    answers: { ...approved, '/api/match': fakeOwnMatch(times) },
    sees: sendsTimes,
  },
  {
    asked: 'to join',
    card: 'introduction',
    answers: { ...approved, '/api/match': fakeOwnMatch(booked) },
    sees: joins,
  },
  {
    asked: 'an answer',
    card: 'introduction',
    answers: { ...approved, '/api/match': fakeOwnMatch({ ...meeting, state: 'met' }) },
    sees: accepts,
  },
  {
    asked: 'to write to us',
    card: 'status',
    answers: {
      '/api/user': fakePartner({
        status: 'rejected',
        statusAt: fromNow(-72),
        statusReason: defaultReasons.user[0],
      }),
    },
    sees: (page) => page.getByRole('link', { name: 'Write to Us' }),
  },
]

const meetingOf = (own: Partial<OwnMatch>): Answers => ({
  '/api/meeting': {
    ...fakeOwnMatch({ other: { firstName: 'Jordan', business: null, approvedAt: fromNow(-200) } }),
    ...own,
    firstName: 'Ana',
    timeZone: 'America/Denver',
    isRecordingAllowed: null,
  } satisfies Meeting,
})

/** What is asked of an entrepreneur, who comes by a link. */
const askingByLink: Asking[] = [
  {
    asked: 'times',
    answers: meetingOf(times),
    sees: (page) => page.getByRole('checkbox', { name: /^\w{3}, / }).nth(1),
  },
  { asked: 'to join', answers: meetingOf(booked), sees: joins },
  { asked: 'an answer', answers: meetingOf({ ...meeting, state: 'met' }), sees: accepts },
]

/** Opens a page on a slow line, wide and on a phone: nothing moves, and what is asked is in the first screen. */
async function expectToLead(page: Page, path: string, sees: Asking['sees']): Promise<void> {
  await answerOneByOne(page)
  await watchShifts(page)
  for (const viewport of [{ width: 1440, height: 900 }, phone.viewport]) {
    await page.setViewportSize(viewport)
    // A link that differs by its token alone would not load the page again.
    await page.goto('about:blank')
    await open(page, path)
    await waitUntilSettled(page)
    const what = `${viewport.width} px wide`
    expect(await readShift(page), what).toBeLessThan(0.02)
    const box = await sees(page).boundingBox()
    expect((box?.y ?? Infinity) + (box?.height ?? 0), what).toBeLessThanOrEqual(viewport.height)
  }
}

test.each(asking)(
  'the dashboard leads with $asked, and nothing moves, however slow the line',
  async ({ answers, card, sees }) => {
    const { page, context } = await openVisitor({ reducedMotion: 'no-preference' })
    await signUp(context.request, newApplicant())
    await answerAll(page, { ...tierDesk, ...answers })
    await expectToLead(page, pageOfCard(card), sees)
  },
)

test.each(asking.filter(({ card }) => card === 'introduction'))(
  'on a phone, the longest name fits where the dashboard leads with $asked',
  async ({ answers }) => {
    const { page, context } = await openVisitor(phone)
    await signUp(context.request, newApplicant())
    const other = { firstName: 'W'.repeat(nameMaxLength), business: null, approvedAt: null }
    const match = Object.assign({}, answers['/api/match'], { other })
    await answerAll(page, { ...tierDesk, ...answers, '/api/match': match })
    await open(page, pages.dashboard)
    await page.getByRole('heading', { name: /W{150}/ }).waitFor()
    expect(await page.evaluate(findWide)).toEqual([])
  },
)

test.each(askingByLink)(
  'an entrepreneur’s link leads with $asked, and nothing moves, however slow the line',
  async ({ answers, sees }) => {
    const { page } = await openVisitor({ reducedMotion: 'no-preference' })
    await answerAll(page, answers)
    await expectToLead(page, `${pages.meet}#token=${'t'.repeat(43)}`, sees)
  },
)

test.each([
  ['a form', true],
  ['who to call', false],
])(
  'on a phone, nothing moves when a forgotten password gets %s, however late',
  async (_, configured) => {
    const { page } = await openVisitor({ ...phone, reducedMotion: 'no-preference' })
    await answerLate(page, '**/api/mail-status', { configured })
    await watchShifts(page)
    await open(page, pages.resetPassword)
    await page.getByRole('link', { name: 'Back to login' }).waitFor()
    await waitUntilSettled(page)
    expect(await readShift(page)).toBeLessThan(0.001)
  },
)

test('on a phone, the dashboard of someone with nothing to do is under 2,000 px, waiting for us or for an introduction', async () => {
  const { page, context } = await openVisitor({ ...phone, hasTouch: true })
  await signUp(context.request, newApplicant({ lastName: 'Diaz' }))
  await answerAll(page, nothingToDo)
  const measure = async (status: string) => {
    await open(page, pages.dashboard)
    await page.getByRole('heading', { name: status }).waitFor()
    await waitUntilSettled(page)
    return page.evaluate(() => document.documentElement.scrollHeight)
  }
  expect(await measure('Application Under Review')).toBeLessThan(2_000)
  const { id } = await (await context.request.get('/api/user')).json()
  const office = await openSession()
  await logInAsAdmin(office)
  await office.patch(`/api/admin/users/${id}/status`, { data: { status: 'approved' } })
  expect(await measure('Application Approved')).toBeLessThan(2_000)
})

/** What is wider than its place; only a table of figures may scroll, in a place of its own. */
const findWide = () =>
  [...document.querySelectorAll('html, [data-rows]')]
    .filter((part) => part.scrollWidth > part.clientWidth + 1)
    .map((part) => `${part.tagName} ${part.scrollWidth} > ${part.clientWidth}`)

test('on a phone held sideways, a main button stands beside the one before it', async () => {
  await signUp(await openSession(), newApplicant())
  const { page, context } = await openVisitor({ viewport: { width: 740, height: 360 } })
  await logInAsAdmin(context.request)
  await page.goto(pages.admin)
  const topOf = async (name: string) =>
    (await page.getByRole('link', { name, exact: true }).first().boundingBox())?.y
  await page.getByRole('link', { name: 'Review Next' }).waitFor()
  expect(await topOf('Review Next')).toBe(await topOf('Show All'))
})

test('zoomed in, the administrator’s lists cut nothing off', async () => {
  const session = await openSession()
  const person = newApplicant()
  await signUp(session, person)
  const { id } = await (await session.get('/api/user')).json()
  await signUp(await openSession(), newApplicant({ phoneNumber: person.phoneNumber }))
  await shareLogin(session, { serviceName: 'Score Watch' })
  const { page, context } = await openVisitor(zoomedIn)
  await logInAsAdmin(context.request)
  // Approved, maybe the same person as someone else, and closing: more than fits beside each other.
  await context.request.patch(`/api/admin/users/${id}/status`, { data: { status: 'approved' } })
  await session.post('/api/account/close', { data: { currentPassword: person.password } })
  for (const path of [pages.adminUsers, pages.adminReports, pages.adminCredentials]) {
    await page.goto(path)
    await page.locator('tbody tr button').first().waitFor()
    await expect.poll(() => page.evaluate(findWide), { message: path }).toEqual([])
  }
})

test('zoomed in, the months of a busy referrer scroll in a place of their own', async () => {
  const { page, context } = await openVisitor(zoomedIn)
  await signUp(context.request, newApplicant())
  await answerAll(page, busyDesk)
  await page.goto(pages.dashboard)
  const months = page.getByRole('table').filter({ hasText: 'Clicks' })
  await months.waitFor()
  await expect.poll(() => page.evaluate(findWide)).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  const scrolls = () =>
    months.evaluate((table) => table.clientWidth > (table.parentElement?.clientWidth ?? 0))
  await expect.poll(scrolls).toBe(false)
})

/** Stops of a part that are out of the window, or under something, while they have the focus. */
const findCovered = (selector: string) => {
  const stops = [
    ...document.querySelectorAll<HTMLElement>(
      `${selector} :is(a[href], button, input, select, textarea, summary):not(:disabled)`,
    ),
  ].filter((stop) => stop.checkVisibility({ visibilityProperty: true }) && stop.tabIndex >= 0)
  const covered = stops.filter((stop) => {
    stop.focus()
    const [line] = stop.getClientRects()
    const { left, top, width, height } = line ?? stop.getBoundingClientRect()
    const at = document.elementFromPoint(left + width / 2, top + height / 2)
    return !at || !(stop.contains(at) || at.contains(stop))
  })
  return { count: stops.length, covered: covered.map((stop) => stop.outerHTML.slice(0, 200)) }
}

/** A desktop at 400 %, a phone held sideways, a desktop at 200 %. */
const lowWindows = [
  { width: 320, height: 256 },
  { width: 568, height: 320 },
  { width: 640, height: 400 },
]

test('in a low window nothing covers what has the focus, in a dialog as in the review panel', async () => {
  await signUp(await openSession(), newApplicant())
  const { page, context } = await openVisitor({ viewport: lowWindows[0] })
  await logInAsAdmin(context.request)
  const expectAllInSight = async (part: string, name: string, least: number) => {
    for (const viewport of lowWindows) {
      await page.setViewportSize(viewport)
      await waitUntilSettled(page)
      const { count, covered } = await page.evaluate(findCovered, part)
      expect(covered, `${name} at ${viewport.width} × ${viewport.height}`).toEqual([])
      expect(count).toBeGreaterThanOrEqual(least)
      await expectToFit(page)
    }
  }
  await page.goto(pages.adminReports)
  await page.locator('tbody tr button').first().click()
  await page.locator('dialog[open]').waitFor()
  await expectAllInSight('dialog[open]', 'panel', 5)
  await page.getByRole('dialog').locator('[data-rejects]').first().click()
  await page.getByRole('dialog').getByRole('textbox').first().waitFor()
  await expectAllInSight('dialog[open]:not([data-page-keys])', 'reject', 3)
})

const scrollDown = () => {
  window.scrollTo(0, 400)
  return window.scrollY
}

test('a link to a part of the account page shows it, and the next page still begins at its top', async () => {
  const { page, context } = await openVisitor()
  await signUp(context.request, newApplicant())
  await open(page, '/dashboard')
  await expect.poll(() => page.evaluate(scrollDown)).toBe(400)
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await page.getByRole('tab', { name: 'Notifications' }).click()
  const part = (name: string) => page.getByRole('tabpanel', { name })
  await part('Notifications').getByRole('heading', { name: 'Your Consents' }).waitFor()
  await expect.poll(() => page.evaluate(scrollDown)).toBe(400)
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

  await page.goto('/account#security')
  await expect.poll(() => isInView(part('Security'))).toBe(true)
  expect(await page.getByRole('tabpanel').filter({ visible: true }).count()).toBe(1)
  await waitUntilSettled(page)
  await checkLook(page)
})

/** What people sign up with here. */
const first = samples.png()
const picker = 'Your document'
const addButton = { name: 'Upload Additional File' }
const notes = { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('hello') }

test('a partner with very long names keeps documents on a phone as on a desk', async () => {
  const { page, context } = await openVisitor({ ...phone, hasTouch: true })
  const name = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(5).slice(0, nameMaxLength)
  await signUp(context.request, newApplicant({ firstName: name, lastName: name }))
  await page.goto('/dashboard')
  const card = rowWith(page, first.name)
  // A card: its facts are under each other, each with its label.
  await card.getByText('Uploaded', { exact: true }).waitFor()
  const buttons = await card.getByRole('button').allTextContents()
  expect(buttons).toEqual(['View', 'Download', 'Re-upload'])

  // A toast leaves the dialog that it is about in sight, even while the dialog is still opening.
  const animations = await context.newCDPSession(page)
  await animations.send('Animation.setPlaybackRate', { playbackRate: 0 })
  await page.getByRole('button', addButton).tap()
  await chooseFile(page, notes, picker)
  const toast = findToast(page)
  await toast.waitFor()
  const [said, dialog] = [await toast.boundingBox(), await page.getByRole('dialog').boundingBox()]
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(dialog?.y ?? 0)
  await animations.send('Animation.setPlaybackRate', { playbackRate: 1 })

  const ending = '(final) v2.jpg'
  const beginning = `Experian_${'x'.repeat(maxFileNameLength - ending.length - 10)}`
  const long = { ...samples.jpeg(), name: `${beginning}_${ending}` }
  await chooseFile(page, long, picker)
  await toast.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Upload', exact: true }).tap()
  const row = rowWith(page, long.name)
  await row.waitFor()
  for (const width of [768, 1366, 1440, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await row.getByText(ending, { exact: true }).waitFor()
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `at ${width}`).toBeLessThanOrEqual(0)
  }
  const download = page.getByRole('button', { name: `Download ${long.name}` })
  const saved = await saveFile(page, () => download.tap())
  expect(saved).toEqual({ name: long.name, bytes: long.bytes })
  await page.getByRole('button', { name: `Re-upload ${first.name}` }).tap()
  await chooseFile(page, samples.doc(), 'The new document')
  await page.getByRole('button', { name: 'Re-upload', exact: true }).tap()
  await rowWith(page, samples.doc().name, 'Pending').waitFor()
})
