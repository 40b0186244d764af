import type { APIRequestContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { desk, phone, setUpAdmin } from '@tests/support/client/admin-window'
import { panelOf, press, setUpIntroductions } from '@tests/support/client/introductions'
import { expectToFit, seeToast } from '@tests/support/client/journey-steps'
import { setUpVisitors } from '@tests/support/client/visitor'

const openVisitor = setUpVisitors()
const { baseURL, pool, mailTo, passMinute, beginMeeting, newMatch } =
  await setUpIntroductions(openVisitor)
const openAdmin = setUpAdmin(openVisitor, { ...desk, baseURL })

const digits = 'Last 4 digits of your phone number'
const matchPath = (id: number) => `/api/admin/matches/${id}`

async function rowOf(id: number): Promise<unknown> {
  const { rows } = await pool.query('select * from matches where id = $1', [id])
  return rows
}

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
    'Keep It',
  ])
  expect(await rowOf(match.id)).toEqual(before)
})

test('none in common, a time that doesn’t work after all, no one there, and a no: another is offered, and a third for a reason', async () => {
  const { page: partner, office, match, partnerId, entrepreneurId, ...people } = await newMatch()
  const { ana, jordan, pair } = people
  await partner.setViewportSize(phone.viewport)
  await partner.goto('/dashboard')
  const { page: guest } = await openVisitor({ ...phone, baseURL })
  await guest.goto(match.link ?? '')
  await chooseTime(partner, 0)
  await partner.getByText(/We’ll book the first time that works for both/).waitFor()
  await chooseTime(guest, 1)
  await guest.getByText(/We’ll book the first time that works for both/).waitFor()
  const { page: host } = await openAdmin(`/admin/matching?open=${match.id}`)
  const panel = panelOf(host, pair)
  await panel.getByText('Needs new times').waitFor()

  await giveTimes(office, match.id, { times: laterHours(20) })
  await chooseTime(partner, 1)
  await chooseTime(guest, 1)
  await guest.getByText(/You’re meeting Jordan on/).waitFor()
  await expectToFit(guest)
  await partner.reload()
  await press(partner, 'I Can’t Make This Time')
  await partner.getByLabel('When would be better?').fill('Any evening.')
  await press(partner, 'Send')
  await partner.getByText('We’re finding new times.').waitFor()
  await expectToFit(partner)
  await mailTo(ana.email, /^Your meeting on .* is canceled$/)

  const [agreed = ''] = laterHours(30)
  await giveTimes(office, match.id, { times: [agreed], isAgreed: true })
  await mailTo(jordan.email, /^You’re meeting Ana on/)
  await beginMeeting(entrepreneurId)
  await host.reload()
  await press(panel, 'It Didn’t Happen')
  const dialog = host.getByRole('dialog', { name: 'It Didn’t Happen' })
  await dialog.getByLabel('Who was missing?').selectOption('Ana')
  await press(dialog, 'Record It')
  await seeToast(host, 'Recorded that it didn’t happen', 'The emails about it go out in a minute.')
  await partner.reload()
  await partner.getByText('We’re finding new times.').waitFor()

  const newcomers = ['second', 'third'].map((which) => ({
    ...ana,
    lastName: which,
    email: `${which}.${ana.email}`,
  }))
  const offers: { status: number; body: { id: number; message: string } }[] = []
  for (const [index, data] of newcomers.entries()) {
    await press(partner, 'I Don’t Want This Introduction')
    await press(partner.getByRole('dialog'), 'Decline')
    await partner.getByText('This introduction isn’t going ahead.').waitFor()
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
  await partner.getByText('Please call us about what comes next.').waitFor()
})
