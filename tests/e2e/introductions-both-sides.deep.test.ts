import type { APIRequestContext } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { desk, phone, screens, setUpAdmin } from '@tests/support/client/admin-window'
import { checkLook, seeToast } from '@tests/support/client/journey-steps'
import {
  freeTime,
  panelOf,
  press,
  room,
  setUpIntroductions,
} from '@tests/support/client/introductions'
import { fullName } from '@tests/support/client/people'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const { baseURL, mailTo, passMinute, beginMeeting, newPair, newMatch, newBooking } =
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
    const { page: partner, link, pair, match, entrepreneurId, jordan } = await newBooking(screen)
    const { page: guest } = await openVisitor({ ...screen, baseURL })
    await beginMeeting(entrepreneurId)
    await partner.goto('/dashboard')
    await guest.goto(link)
    for (const page of [partner, guest]) {
      const join = page.getByRole('link', { name: 'Join Meeting' })
      expect(await join.getAttribute('href')).toBe(room)
      await checkLook(page)
    }
    const { page: host } = await openAdmin(`/admin/matching?open=${match.id}`, screen)
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
    await partner.getByText(/^You accepted\. We’ll tell you/).waitFor()
    const { page: guest } = await openVisitor({ ...screen, baseURL })
    await guest.goto(link)
    await guest.getByLabel('Last 4 digits of your phone number').fill('0142')
    await checkLook(guest)
    await press(guest, 'Accept')
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
