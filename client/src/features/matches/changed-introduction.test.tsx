import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { installFakeApi } from '@tests/support/client/fake-api'
import { fakeOwnMatch, fakePartner } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { IntroductionPanel } from '@/pages/dashboard/introduction-panel'
import { MeetPage } from '@/pages/site/meet-page'

const api = installFakeApi()
const now = '2026-11-28T15:00:00.000Z'
const startsAt = '2026-11-25T20:00:00.000Z'
const endsAt = '2026-11-25T20:45:00.000Z'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) }))
afterEach(() => vi.useRealTimers())

it('times are shown where someone answered from last, and an answer says where they are now', async () => {
  api.routes['GET /api/match'] = { body: fakeOwnMatch({ timeZone: 'Pacific/Honolulu' }) }
  const { user } = renderPage(
    <IntroductionPanel user={fakePartner({ status: 'approved' })} />,
    '/dashboard',
  )
  await screen.findByText(/Times are in Hawaii.* \(Honolulu\)\./)
  const [first] = screen.getAllByRole('checkbox', { name: /Dec 1, 10:00 AM HST/ })
  if (first) await user.click(first)
  api.routes['PUT /api/match/times'] = { body: fakeOwnMatch({ chosenTimes: [] }) }
  await user.click(screen.getByRole('button', { name: 'Send My Times' }))
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions()
  await waitFor(() => expect(api.requests.at(-1)?.body).toMatchObject({ zone }))
})

it('a link shows how to reach the other with the end of the phone number, also after the page is fetched again', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(now) })
  const meeting = {
    ...fakeOwnMatch({ state: 'succeeded', startsAt, endsAt }),
    other: { firstName: 'Jordan', business: null },
    firstName: 'Ana',
    isRecordingAllowed: null,
  }
  api.routes['GET /api/meeting'] = { body: meeting }
  const { user } = renderPage(<MeetPage />, `/meet#token=${'t'.repeat(43)}`)
  await screen.findByText(/Hi Ana/)
  expect(screen.getByText('You and Jordan both accepted.')).toBeVisible()
  const contacts = {
    firstName: 'Jordan',
    lastName: 'Avery',
    email: 'jordan@partner.example',
    phoneNumber: '3035550177',
  }
  api.routes['POST /api/meeting/contacts'] = { body: { ...meeting, contacts } }
  await user.type(screen.getByLabelText(/Last 4 digits/), '0142')
  await user.click(screen.getByRole('button', { name: 'Show Contact Details' }))
  expect(await screen.findByText('You and Jordan Avery both accepted.')).toBeVisible()
  expect(api.requests.at(-1)?.body).toEqual({ phoneEnd: '0142' })
  expect(screen.getByRole('heading', { name: 'It’s a match.' })).toHaveFocus()
  const before = api.count('GET /api/meeting')
  await act(async () => vi.advanceTimersByTime(120_000))
  expect(api.count('GET /api/meeting')).toBeGreaterThan(before)
  expect(screen.getByText('jordan@partner.example')).toBeVisible()
})

it('the focus stays with what comes in place of what was pressed, also when another state of the introduction does', async () => {
  const booked = { state: 'booked', startsAt: '2026-12-01T20:00:00.000Z' } as const
  api.routes['GET /api/match'] = { body: fakeOwnMatch(booked) }
  api.routes['PUT /api/match/times'] = { body: fakeOwnMatch({ chosenTimes: [] }) }
  const { user } = show()
  await screen.findByRole('heading', { name: /^You’re meeting Ana/ })
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  await press('I Can’t Make This Time')
  await waitFor(() => expect(screen.getByLabelText(/When would be better/)).toHaveFocus())
  await press('Keep This Time')
  const open = { name: 'I Can’t Make This Time' }
  await waitFor(() => expect(screen.getByRole('button', open)).toHaveFocus())
  await press(open.name)
  await press('Send')
  const heading = { name: 'Meet Ana, Rivera Bakery' }
  await waitFor(() => expect(screen.getByRole('heading', heading)).toHaveFocus())
})

const show = () =>
  renderPage(<IntroductionPanel user={fakePartner({ status: 'approved' })} />, '/dashboard')

it('that no time works is still said after a reload, with when would be better', async () => {
  api.routes['GET /api/match'] = { body: fakeOwnMatch() }
  const { user, unmount } = show()
  await user.click(await screen.findByRole('button', { name: 'None of These Work' }))
  await user.type(screen.getByLabelText(/When would be better/), 'Evenings')
  unmount()
  show()
  expect(await screen.findByLabelText(/When would be better/)).toHaveValue('Evenings')
})
