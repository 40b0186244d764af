import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { alreadyToldCode } from '@shared/error-codes'
import type { Match } from '@shared/matches'
import { DecisionKeys } from '@/app/decision-keys'
import { request } from '@/lib/http'
import {
  fakePage,
  fakeRefusal,
  holdFetch,
  installFakeApi,
  pressInToast,
  shownToast,
} from '@tests/support/client/fake-api'
import { deskNow, fakeDesk, fakeMatch, fakeMeetingOver } from '@tests/support/client/fake-matches'
import { renderPage } from '@tests/support/client/render-page'
import { MatchingPage } from './matching-page'

const api = installFakeApi()
const path = '/api/admin/matches/12'
const undo = `POST ${path}/undo`
const steps = { met: '2026-11-25T15:00:00.000001Z', end: '2026-11-25T15:00:30.000002Z' }
let match: Match

beforeEach(() => {
  vi.setSystemTime(deskNow)
  api.routes = {
    [`GET ${path}`]: () => ({ body: match }),
    [undo]: () => ({ body: match }),
    'GET /api/admin/match-desk': { body: fakeDesk() },
    'GET /api/admin/match-calendar': { body: [] },
    'GET /api/admin/settings/meetings': { body: { room: '', minutes: 45 } },
    'GET /api/admin/audit-events': () => fakePage([]),
    'PATCH /api/admin/users/2/status': {},
    'POST /api/admin/decisions/31/undo': {
      body: { undone: [{ kind: 'user', id: 2, name: 'Zoë', status: 'pending' }], mail: 'none' },
    },
  }
  for (const [step, basedOn] of Object.entries(steps)) {
    api.routes[`POST ${path}/${step}`] = () => {
      match = { ...match, state: step === 'met' ? 'met' : 'ended', basedOn, canUndo: true }
      return { body: match }
    }
  }
})
afterEach(() => vi.useRealTimers())

async function show(shown: Match) {
  match = shown
  renderPage(
    <>
      <MatchingPage />
      <DecisionKeys />
    </>,
    '/admin/matching?open=12',
  )
  await screen.findByRole('dialog')
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const approveZoe = () =>
  request('/api/admin/users/2/status', {
    method: 'PATCH',
    undo: () => ({
      path: 'decisions/31',
      name: 'Approved Zoë',
      where: '/admin/matching',
      tellsSomeone: true,
    }),
  })
/** The panel takes all keys for itself. */
async function pressZ() {
  const panel = within(screen.getByRole('dialog'))
  await userEvent.click(panel.getAllByRole('button', { name: 'Close' })[0] ?? document.body)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.keyboard('z')
}

it('of two steps of one introduction the toast undoes the newest, and Z then the other', async () => {
  vi.stubGlobal('confirm', () => true)
  await show(fakeMeetingOver())
  await press('It Took Place')
  await waitFor(() => expect(shownToast()).toEqual(['Meeting recorded']))
  await press('End')
  await waitFor(() => expect(shownToast()).toEqual(['Introduction ended']))
  await pressInToast('Undo')
  await waitFor(() => expect(shownToast()).toEqual(['Undone', 'Introduction ended']))
  await pressZ()
  await waitFor(() => expect(shownToast()).toEqual(['Undone', 'Meeting recorded']))
  const undone = api.requests.filter((made) => made.path === `${path}/undo`)
  expect(undone.map(({ body }) => body)).toEqual([
    { basedOn: steps.end, ifUntold: true },
    { basedOn: steps.met, ifUntold: true },
  ])
})

it.each([
  {
    what: 'was called off',
    answer: { status: 409, body: { code: alreadyToldCode, message: 'Already sent.' } },
  },
  { what: 'failed', answer: fakeRefusal(503, 'The portal is busy.') },
])('an undo of an older step that $what leaves the newest act to Z', async ({ answer }) => {
  api.routes[undo] = answer
  const confirm = vi.fn(() => false)
  vi.stubGlobal('confirm', confirm)
  await approveZoe()
  await show(fakeMatch({ canUndo: true }))
  await press('Undo Last Step')
  await waitFor(() => expect(confirm.mock.calls.length + shownToast().length).toBeGreaterThan(0))
  await pressZ()
  await waitFor(() => expect(shownToast()).toEqual(['Decision undone', 'Zoë is pending again.']))
  expect(api.count(undo)).toBe(1)
})

it('a double click on Undo Last Step undoes one step', async () => {
  await show(fakeMatch({ canUndo: true }))
  const answer = holdFetch(`${path}/undo`)
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Undo Last Step' }))
  answer()
  await waitFor(() => expect(shownToast()[0]).toBe('Undone'))
  expect(api.count(undo)).toBe(1)
})
