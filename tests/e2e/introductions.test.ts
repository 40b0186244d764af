import { describe, expect, test } from 'vitest'
import { desk, phone, setUpAdmin } from '@tests/support/client/admin-window'
import {
  answerBrowser,
  checkLook,
  findToast,
  reach,
  seeToast,
} from '@tests/support/client/journey-steps'
import {
  freeTime,
  gridOf,
  panelOf,
  press,
  room,
  setUpIntroductions,
} from '@tests/support/client/introductions'
import { fullName } from '@tests/support/client/people'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const { baseURL, pool, mailTo, passMinute, beginMeeting, newPair, newMatch, newBooking } =
  await setUpIntroductions(openVisitor)
const openAdmin = setUpAdmin(openVisitor, { ...desk, baseURL })

describe.each([
  ['at a desk', desk],
  ['on a phone', phone],
])('%s', (_where, options) => {
  const { width } = options.viewport

  test('from an offer to a meeting', async () => {
    const all = await newPair(options)
    const { page: partner, pair, entrepreneurId } = all
    const { page: host } = await openAdmin('/admin/matching', { ...options, baseURL })
    await checkLook(host, width)

    await press(host, `Offer times to ${fullName(all.jordan)}`)
    await host
      .getByRole('dialog')
      .getByLabel('Entrepreneur', { exact: true })
      .selectOption(String(entrepreneurId))
    for (const at of [2, 4, 6]) await freeTime(host, at).click()
    await checkLook(host, width)
    await press(host.getByRole('dialog'), 'Offer Times')
    await seeToast(host, 'Times offered', 'The emails about it go out in a minute.')
    await checkLook(host, width)
    await passMinute()
    await mailTo(all.jordan.email, /^Choose a time to meet Ana$/)
    const invited = await mailTo(all.ana.email, /^Choose a time to meet Jordan$/)
    const [link = ''] = /http\S+\/meet#token=[\w-]+/.exec(invited.text) ?? []

    await partner.goto('/dashboard')
    await partner.getByText('Meet Ana, Rivera Bakery').waitFor()
    await checkLook(partner, width)
    const ofPartner = partner.getByRole('form', { name: 'Times That Work for You' })
    for (const at of [0, 1]) await ofPartner.getByRole('checkbox').nth(at).check()
    await press(partner, 'Send My Times')
    await partner.getByText(/We’ll book the first time that works for both/).waitFor()
    await checkLook(partner, width)

    const { page: guest } = await openVisitor({ ...options, baseURL })
    await guest.goto(link)
    await guest.getByText('Meet Jordan, a Credit Partner we approved').waitFor()
    await checkLook(guest, width)
    const ofGuest = guest.getByRole('form', { name: 'Times That Work for You' })
    await ofGuest.getByRole('checkbox').nth(1).check()
    await press(guest, 'Send My Times')
    await guest.getByText('Please enter the last 4 digits of your phone number.').waitFor()
    await checkLook(guest, width)
    await guest.getByLabel('Last 4 digits of your phone number').fill('0142')
    await press(guest, 'Send My Times')
    await guest.getByText(/You’re meeting Jordan on/).waitFor()
    await checkLook(guest, width)
    await mailTo(all.jordan.email, /^You’re meeting Ana on/)
    await partner.reload()
    await partner.getByRole('heading', { name: /^You’re meeting Ana on/ }).waitFor()
    await checkLook(partner, width)

    await host.goto('/admin/matching')
    await press(host, pair)
    const panel = panelOf(host, pair)
    await checkLook(host, width)
    await press(panel, 'Book an Agreed Time')
    await freeTime(host, 8).click()
    await checkLook(host, width)
    await press(host, 'Book This Time')
    await seeToast(host, 'Meeting booked', 'The emails about it go out in a minute.')
    await passMinute()
    await mailTo(all.ana.email, /^New time: /)
  })

  test('from a meeting to a match', async () => {
    const { page: partner, link, pair, match, entrepreneurId, ...all } = await newBooking(options)
    const { page: guest } = await openVisitor({ ...options, baseURL })
    const at = `/admin/matching?open=${match.id}`
    const { page: host } = await openAdmin(at, { ...options, baseURL })
    const panel = panelOf(host, pair)
    await beginMeeting(entrepreneurId)
    await partner.goto('/dashboard')
    await guest.goto(link)
    for (const page of [partner, guest]) {
      const join = page.getByRole('link', { name: 'Join Meeting' })
      expect(await join.getAttribute('href')).toBe(room)
      await checkLook(page, width)
    }
    await host.reload()
    await press(panel, 'It Took Place')
    await seeToast(host, 'Meeting recorded', 'The emails about it go out in a minute.')
    await checkLook(host, width)
    await passMinute()
    await mailTo(all.jordan.email, /^How was your meeting with Ana\?$/)

    await partner.reload()
    await partner.getByText(/Do you want to move forward together\?/).waitFor()
    await checkLook(partner, width)
    await press(partner, 'Accept')
    await partner.getByText(/^You accepted\. We’ll tell you/).waitFor()
    await guest.reload()
    await guest.getByLabel('Last 4 digits of your phone number').fill('0142')
    await checkLook(guest, width)
    await press(guest, 'Accept')
    await guest.getByText(all.jordan.email).waitFor()
    await checkLook(guest, width)
    await partner.reload()
    await partner.getByText(all.ana.email).waitFor()
    await checkLook(partner, width)
    await host.reload()
    await panel.getByText('Matched', { exact: true }).waitFor()
    await checkLook(host, width)
  })
})

test('a partner declines, and no one is told who did', async () => {
  const { page: partner, ana, pair, match } = await newMatch()
  const { text } = await mailTo(ana.email, /^Choose a time to meet/)
  await partner.goto('/dashboard')
  await press(partner, 'I Don’t Want This Introduction')
  await press(partner.getByRole('dialog'), 'Decline')
  await partner.getByText('This introduction isn’t going ahead.').waitFor()
  await checkLook(partner, 1440)
  const { page: guest } = await openVisitor({ baseURL })
  await guest.goto(/http\S+\/meet#token=[\w-]+/.exec(text)?.[0] ?? '')
  await guest.getByText('This introduction isn’t going ahead.').waitFor()
  expect(await guest.getByRole('main').textContent()).not.toMatch(/declined|said no/i)
  const { page: host } = await openAdmin(`/admin/matching?tab=matches&open=${match.id}`)
  await panelOf(host, pair).getByText('The partner said no').waitFor()
  for (const tab of ['matches', 'calendar', 'entrepreneurs']) {
    await host.goto(`/admin/matching?tab=${tab}`)
    await checkLook(host, desk.viewport.width)
  }
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
  await seeToast(host, 'Undone')
  await panel.getByText('Finding a time').waitFor()
  await partner.goto('/dashboard')
  await partner.getByText('Meet Ana, Rivera Bakery').waitFor()
  const { rows } = await pool.query(
    "select id from mails where match_id = $1 and status <> 'cancelled' and kind = 'meeting'",
    [match.id],
  )
  expect(rows).toHaveLength(2)
})

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
  await seeToast(page, 'Undone')
  await panelOf(page, pair).getByText('Deciding', { exact: true }).waitFor()
})
