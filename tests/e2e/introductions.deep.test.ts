import type { APIRequestContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { desk, phone, screens, setUpAdmin } from '@tests/support/client/admin-window'
import {
  freeTime,
  gridOf,
  panelOf,
  press,
  room,
  setUpIntroductions,
} from '@tests/support/client/introductions'
import {
  answerBrowser,
  checkLook,
  expectToFit,
  findToast,
  reach,
  seeToast,
} from '@tests/support/client/journey-steps'
import { fullName } from '@tests/support/client/people'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const { baseURL, pool, mailTo, passMinute, beginMeeting, newPair, newMatch, newBooking } =
  await setUpIntroductions(openVisitor)
const openAdmin = setUpAdmin(openVisitor, { ...desk, baseURL })

/** As the administrator, by a call. */
async function recordMeeting(office: APIRequestContext, id: number): Promise<void> {
  const path = `/api/admin/matches/${id}`
  const { basedOn } = await (await office.get(path)).json()
  const recorded = await office.post(`${path}/met`, { data: { basedOn } })
  expect(recorded.status()).toBe(200)
  await passMinute()
}

// While the desk has no meetings, which keys would meet.
test('with the keyboard alone: offers times, books, records, ends and undoes', async () => {
  const { jordan, pair, entrepreneurId } = await newPair()
  const { page } = await openAdmin('/admin/matching')
  const { keyboard } = page
  const dialog = page.getByRole('dialog')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const enter = async (name: string) => {
    await reach(page, button(name))
    await keyboard.press('Enter')
  }

  await enter(`Offer times to ${fullName(jordan)}`)
  await reach(page, dialog.getByLabel('Entrepreneur', { exact: true }))
  await dialog.getByLabel('Entrepreneur', { exact: true }).selectOption(String(entrepreneurId))
  await reach(page, gridOf(page).locator('button[tabindex="0"]'))
  for (const way of ['ArrowRight', 'ArrowDown']) {
    await keyboard.press(way)
    await keyboard.press('Space')
  }
  expect(await gridOf(page).locator('[aria-pressed="true"]').count()).toBe(2)
  await reach(page, dialog.getByRole('button', { name: 'Offer Times' }))
  await keyboard.press('Enter')
  await seeToast(page, 'Times offered', 'The emails about it go out in a minute.')

  await enter(pair)
  await panelOf(page, pair).waitFor()
  await enter('Book an Agreed Time')
  await reach(page, gridOf(page).locator('button[tabindex="0"]'))
  for (const way of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await keyboard.press(way)
  await keyboard.press('Space')
  await enter('Book This Time')
  await seeToast(page, 'Meeting booked', 'The emails about it go out in a minute.')

  await beginMeeting(entrepreneurId)
  await page.reload()
  await panelOf(page, pair).waitFor()
  await enter('It Took Place')
  await seeToast(page, 'Meeting recorded', 'The emails about it go out in a minute.')
  await reach(page, button('End'))
  await answerBrowser(page, 'accept', () => keyboard.press('Enter'))
  // Within the minute neither knows of the introduction, so no email says that it has ended.
  await seeToast(page, 'Introduction ended')
  await enter('Undo Last Step')
  await seeToast(page, 'Undone', 'Last step of the introduction')
  await panelOf(page, pair).getByText('Deciding', { exact: true }).waitFor()
})

describe.each(screens)('%s', (_, screen) => {
  test('times are offered, and both get them by email', async () => {
    const { entrepreneurId, jordan, ana } = await newPair(screen)
    const { page: host } = await openAdmin('/admin/matching', screen)
    await checkLook(host)
    await press(host, `Offer times to ${fullName(jordan)}`)
    await host
      .getByRole('dialog')
      .getByLabel('Entrepreneur', { exact: true })
      .selectOption(String(entrepreneurId))
    for (const at of [2, 4, 6]) await freeTime(host, at).click()
    await checkLook(host)
    await press(host.getByRole('dialog'), 'Offer Times')
    await seeToast(host, 'Times offered', 'The emails about it go out in a minute.')
    await checkLook(host)
    await passMinute()
    await mailTo(jordan.email, /^Choose a time to meet Ana$/)
    const invited = await mailTo(ana.email, /^Choose a time to meet Jordan$/)
    expect(invited.text).toMatch(/http\S+\/meet#token=[\w-]+/)
  })

  test('both choose times, and the first that works for both is booked', async () => {
    const { page: partner, match, jordan } = await newMatch(screen)
    await partner.goto('/dashboard')
    await partner.getByText('Meet Ana, Rivera Bakery').waitFor()
    await checkLook(partner)
    const ofPartner = partner.getByRole('form', { name: 'Times That Work for You' })
    for (const at of [0, 1]) await ofPartner.getByRole('checkbox').nth(at).check()
    await press(partner, 'Send My Times')
    await partner.getByText(/We’ll book the first time that works for both/).waitFor()
    await checkLook(partner)

    const { page: guest } = await openVisitor({ ...screen, baseURL })
    await guest.goto(match.link ?? '')
    await guest.getByText('Meet Jordan, a Credit Partner we approved').waitFor()
    await checkLook(guest)
    const ofGuest = guest.getByRole('form', { name: 'Times That Work for You' })
    await ofGuest.getByRole('checkbox').nth(1).check()
    await press(guest, 'Send My Times')
    await guest.getByText('Please enter the last 4 digits of your phone number.').waitFor()
    await checkLook(guest)
    await guest.getByLabel('Last 4 digits of your phone number').fill('0142')
    await press(guest, 'Send My Times')
    await guest.getByText(/You’re meeting Jordan on/).waitFor()
    await checkLook(guest)
    await mailTo(jordan.email, /^You’re meeting Ana on/)
    await partner.reload()
    await partner.getByRole('heading', { name: /^You’re meeting Ana on/ }).waitFor()
    await checkLook(partner)
  })

  test('another time, agreed on the phone, is booked', async () => {
    const { pair, ana } = await newBooking(screen)
    const { page: host } = await openAdmin('/admin/matching', screen)
    await press(host, pair)
    await checkLook(host)
    await press(panelOf(host, pair), 'Book an Agreed Time')
    // A phone shows one day, and today may have few times left.
    if (screen === phone) await press(host, 'Next day')
    await freeTime(host, 2).click()
    await checkLook(host)
    await press(host, 'Book This Time')
    await seeToast(host, 'Meeting booked', 'The emails about it go out in a minute.')
    await passMinute()
    await mailTo(ana.email, /^New time: /)
  })

  test('both join the meeting, and it is recorded that it took place', async () => {
    const {
      page: partner,
      link,
      pair,
      match,
      entrepreneurId,
      jordan,
      ana,
    } = await newBooking(screen)
    const { page: guest } = await openVisitor({ ...screen, baseURL })
    await beginMeeting(entrepreneurId)
    await partner.goto('/dashboard')
    await guest.goto(link)
    for (const page of [partner, guest]) {
      const join = page.getByRole('link', { name: 'Join Meeting' })
      expect(await join.getAttribute('href')).toBe(room)
      await checkLook(page)
    }
    // The host is in the room in one click, on the page after the login.
    const { page: host } = await openAdmin('/admin', screen)
    const today = host.getByRole('region', { name: 'Today’s Meetings' }).getByRole('listitem')
    const ofPair = today.filter({ hasText: ana.lastName })
    expect(await ofPair.getByRole('link', { name: 'Join' }).getAttribute('href')).toBe(room)
    await checkLook(host)
    await host.goto(`/admin/matching?open=${match.id}`)
    await press(panelOf(host, pair), 'It Took Place')
    await seeToast(host, 'Meeting recorded', 'The emails about it go out in a minute.')
    await checkLook(host)
    await passMinute()
    await mailTo(jordan.email, /^How was your meeting with Ana\?$/)
  })

  test('after the meeting both accept, and are matched', async () => {
    const { page: partner, link, pair, match, entrepreneurId, ...all } = await newBooking(screen)
    await beginMeeting(entrepreneurId)
    await recordMeeting(all.office, match.id)
    await partner.goto('/dashboard')
    await partner.getByText(/Do you want to move forward together\?/).waitFor()
    await checkLook(partner)
    await press(partner, 'Accept')
    await press(partner.getByRole('alertdialog'), 'Accept')
    await partner.getByText(/^You accepted\. We’ll tell you/).waitFor()
    const { page: guest } = await openVisitor({ ...screen, baseURL })
    await guest.goto(link)
    await press(guest, 'Accept')
    const sharing = guest.getByRole('alertdialog')
    await sharing.getByLabel('Last 4 digits of your phone number').fill('0142')
    await checkLook(guest)
    await press(sharing, 'Accept')
    await guest.getByText(all.jordan.email).waitFor()
    await checkLook(guest)
    await partner.reload()
    await partner.getByText(all.ana.email).waitFor()
    await checkLook(partner)
    const { page: host } = await openAdmin(`/admin/matching?open=${match.id}`, screen)
    await panelOf(host, pair).getByText('Matched', { exact: true }).waitFor()
    await checkLook(host)
  })
})

const digits = 'Last 4 digits of your phone number'
const matchPath = (id: number) => `/api/admin/matches/${id}`

/** So many hours apart from those of all others. */
function laterHours(days: number): string[] {
  const from = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + days * 24 * 3_600_000
  return [0, 1].map((hours) => new Date(from + hours * 3_600_000).toISOString())
}

async function giveTimes(office: APIRequestContext, id: number, more: object): Promise<void> {
  const { basedOn } = await (await office.get(matchPath(id))).json()
  const answer = await office.put(`${matchPath(id)}/times`, { data: { basedOn, ...more } })
  expect(answer.status()).toBe(200)
  await passMinute()
}

async function chooseTime(page: Page, at: number): Promise<void> {
  await page.reload()
  const form = page.getByRole('form', { name: 'Times That Work for You' })
  await form.getByRole('checkbox').nth(at).check()
  const field = form.getByLabel(digits)
  if ((await field.count()) > 0) await field.fill('0142')
  await press(page, 'Send My Times')
}

test('none in common: others are offered, and one that works for both is booked', async () => {
  const { page: partner, office, match, pair } = await newMatch(phone)
  await partner.goto('/dashboard')
  const { page: guest } = await openVisitor({ ...phone, baseURL })
  await guest.goto(match.link ?? '')
  await chooseTime(partner, 0)
  await partner.getByText(/We’ll book the first time that works for both/).waitFor()
  await chooseTime(guest, 1)
  await guest.getByText(/^Your times didn’t overlap\. We’ll send new ones by/).waitFor()
  await partner.reload()
  await partner.getByText(/^Your times didn’t overlap\./).waitFor()
  const { page: host } = await openAdmin(`/admin/matching?open=${match.id}`)
  await panelOf(host, pair).getByText('Needs new times').waitFor()

  await giveTimes(office, match.id, { times: laterHours(20) })
  await chooseTime(partner, 1)
  await chooseTime(guest, 1)
  await guest.getByText(/You’re meeting Jordan on/).waitFor()
  await expectToFit(guest)
})

test('a time that doesn’t work after all, and no one there at the next', async () => {
  const { page: partner, office, match, entrepreneurId, ...people } = await newBooking(phone)
  const { ana, jordan, pair } = people
  await partner.goto('/dashboard')
  await press(partner, 'I Can’t Make This Time')
  await partner.getByLabel('When would be better?').fill('Any evening.')
  await press(partner.getByRole('alertdialog'), 'Cancel This Meeting')
  await partner.getByText('We’re finding new times.').waitFor()
  await expectToFit(partner)
  await mailTo(ana.email, /^Your meeting on .* is canceled$/)

  const [agreed = ''] = laterHours(30)
  await giveTimes(office, match.id, { times: [agreed], isAgreed: true })
  await mailTo(jordan.email, /^You’re meeting Ana on/)
  await beginMeeting(entrepreneurId)
  const { page: host } = await openAdmin(`/admin/matching?open=${match.id}`)
  await press(panelOf(host, pair), 'It Didn’t Happen')
  const dialog = host.getByRole('dialog', { name: 'It Didn’t Happen' })
  await dialog.getByLabel('Why not?').selectOption('Ana didn’t come')
  await press(dialog, 'Record Outcome')
  await seeToast(host, 'Recorded that it didn’t happen', 'The emails about it go out in a minute.')
  await passMinute()
  await partner.reload()
  await partner.getByText('We’re finding new times.').waitFor()
  await partner.getByRole('button', { name: 'I Don’t Want This Introduction' }).waitFor()
})

test('a no: another is offered, and a third for a reason', async () => {
  const { page: partner, office, partnerId, ana } = await newMatch(phone)
  await partner.goto('/dashboard')
  const newcomers = ['second', 'third'].map((which) => ({
    ...ana,
    lastName: which,
    email: `${which}.${ana.email}`,
  }))
  const offers: { status: number; body: { id: number; message: string } }[] = []
  for (const [index, data] of newcomers.entries()) {
    await press(partner, 'I Don’t Want This Introduction')
    await press(partner.getByRole('alertdialog'), 'Decline')
    await partner.getByRole('heading', { name: 'You declined.' }).waitFor()
    const { id } = await (await office.post('/api/admin/entrepreneurs', { data })).json()
    const offer = { partnerId, entrepreneurId: id, times: laterHours(40 + 10 * index) }
    const answer = await office.post('/api/admin/matches', { data: offer })
    offers.push({ status: answer.status(), body: await answer.json() })
    await passMinute()
    await partner.reload()
  }
  const [second, third] = offers
  expect([second?.status, third?.status]).toEqual([201, 409])
  expect(third?.body.message).toContain('Please say why')
  await partner.getByText(/We’ll (call|email) you about what comes next\./).waitFor()
})

test('the administrator ends an introduction and undoes it, and neither side is told', async () => {
  const { page: partner, pair, match } = await newMatch()
  const { page: host } = await openAdmin(`/admin/matching?open=${match.id}`)
  const panel = panelOf(host, pair)
  const question = await answerBrowser(host, 'accept', () => press(panel, 'End'))
  expect(question).toContain(`End the introduction of ${pair}?`)
  await seeToast(host, 'Introduction ended', 'The emails about it go out in a minute.')
  await panel.getByText('Ended by us').waitFor()
  await press(findToast(host), 'Undo')
  await seeToast(host, 'Undone', 'Introduction ended')
  await panel.getByText('Finding a time').waitFor()
  await partner.goto('/dashboard')
  await partner.getByText('Meet Ana, Rivera Bakery').waitFor()
  // Whether reminders are waiting depends on the day of the week.
  const { rows } = await pool.query(
    `select subject from mails where match_id = $1 and status <> 'cancelled' and subject not like 'Reminder: %'
     order by subject`,
    [match.id],
  )
  expect(rows.map(({ subject }) => subject)).toEqual([
    'Choose a time to meet Ana',
    'Choose a time to meet Jordan',
  ])
})

async function rowOf(id: number): Promise<unknown> {
  const { rows } = await pool.query('select * from matches where id = $1', [id])
  return rows
}

/** The name of a button that was not pressed yet: of an open dialog the last, so that closing it comes last. */
async function nextButton(page: Page, pressed: string[]): Promise<string | undefined> {
  const dialog = page.locator('dialog[open]')
  const isOpen = (await dialog.count()) > 0
  const place = isOpen ? dialog : page.getByRole('main')
  const names = (await place.getByRole('button').allTextContents()).filter(Boolean)
  return (isOpen ? names.toReversed() : names).find((name) => !pressed.includes(name))
}

test('a program that opens an entrepreneur’s link and presses every button changes nothing', async () => {
  const { match } = await newMatch()
  const before = await rowOf(match.id)
  const { page } = await openVisitor({ ...desk, baseURL })
  await page.goto(match.link ?? '')
  await page.getByText('Meet Jordan, a Credit Partner we approved').waitFor()
  const boxes = page.getByRole('main').getByRole('checkbox')
  for (const box of await boxes.all()) await box.check()
  const pressed: string[] = []
  for (let name = await nextButton(page, pressed); name; name = await nextButton(page, pressed)) {
    await page.getByRole('button', { name, exact: true }).click()
    pressed.push(name)
  }
  expect(pressed).toEqual([
    'Send My Times',
    'None of These Work',
    'Send',
    'Back to the Times',
    'I Don’t Want This Introduction',
    'Decline',
    'Cancel',
  ])
  expect(await rowOf(match.id)).toEqual(before)
})
