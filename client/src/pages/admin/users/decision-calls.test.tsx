import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import type { ListedUser } from '@shared/users'
import { fakePage, holdFetch, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fakeListedUser, fakeReviewedFile } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { UsersPage } from './users-page'

const api = installFakeApi()

const next = fakeListedUser({ id: 3, firstName: 'Ann', lastName: 'Lee' })
const documents = [2, 3].map((userId) =>
  fakeReviewedFile({ id: userId + 5, fileName: 'score.png', fileType: 'image/png', userId }),
)

let users: ListedUser[]

beforeEach(() => {
  users = [fakeListedUser(), next]
  api.routes['GET /api/admin/users'] = ({ url }) => {
    const status = url.searchParams.get('status')
    return fakePage(users.filter((user) => !status || user.status === status))
  }
  api.routes['PATCH /api/admin/users/2/status'] = () => {
    const approved = fakeListedUser({ status: 'approved' })
    users = [approved, next]
    return { body: { ...approved, decisionId: 31 } }
  }
  api.routes['GET /api/admin/users/duplicate-marks'] = () => ({ body: { marked: [] } })
  api.routes['GET /api/admin/credentials/overview'] = () => fakePage([])
  const settles = { files: [{ id: 7, version: 'v' }], credentials: [], score: null }
  api.routes['GET /api/admin/decision-basis/user/2'] = { body: { settles, concerns: [] } }
  api.routes['GET /api/admin/files'] = ({ url }) =>
    fakePage(documents.filter(({ userId }) => String(userId) === url.searchParams.get('userId')))
  api.routes['POST /api/admin/generate-file-token'] = () => ({ body: { token: 't' } })
  for (const { uploadKey } of documents)
    api.routes[`HEAD /uploads/${uploadKey}/score.png`] = () => ({})
})

/** Approves the person who is open, with the document. */
async function approve(address: string): Promise<void> {
  renderPage(<UsersPage />, address)
  fireEvent.load(await screen.findByAltText('Preview of score.png'))
  await waitFor(() => expect(document.querySelector('aside [aria-busy="true"]')).toBeNull())
  api.requests = []
  await userEvent.keyboard('a')
  const said = ['Status updated successfully', 'Approved Zoë Núñez and 1 document']
  await waitFor(() => expect(shownToast()).toEqual(said))
  const [list] = address.split('&open')
  const isAsked = () => expect(api.requests.map(({ path }) => path)).toContain(`/api${list}`)
  await waitFor(isAsked)
}

const callsSince = () => api.requests.map(({ method, path }) => `${method} ${path}`)

function isSearchedAgain() {
  const paths = api.requests.map(({ path }) => path)
  expect(paths.filter((path) => path === '/api/admin/users?search=zoe')).toHaveLength(2)
}

const isAbout = (userId: number) => (call: string) =>
  call.endsWith(`/user/${userId}`) ||
  call.includes(`/users/${userId}/`) ||
  call.includes(`userId=${userId}`)

it('someone who is no longer open is not asked about again', async () => {
  await approve('/admin/users?status=pending&open=2')
  await screen.findByAltText('Preview of score.png')
  await screen.findByRole('dialog', { name: 'Ann Lee' })
  const calls = callsSince()
  const own = ['GET /api/admin/decision-basis/user/2', 'PATCH /api/admin/users/2/status']
  expect(calls.filter(isAbout(2))).toEqual(own)
  expect(calls.filter((call) => /users\?|files|credentials/.test(call))).toEqual([
    'GET /api/admin/users?status=pending',
  ])
})

it('of someone who stays open, only what the decision has changed is asked for again', async () => {
  await approve('/admin/users?sort=oldest&open=2')
  expect(callsSince().toSorted()).toEqual([
    'GET /api/admin/credentials/overview?userId=2',
    'GET /api/admin/decision-basis/file/7',
    'GET /api/admin/decision-basis/user/2',
    'GET /api/admin/files?userId=2',
    'GET /api/admin/users/2/history',
    'GET /api/admin/users/2/referrals',
    'GET /api/admin/users/2/score',
    'GET /api/admin/users?sort=oldest',
    'PATCH /api/admin/users/2/status',
  ])
})

it('a list that was asked for before the decision is asked for again after it', async () => {
  renderPage(<UsersPage />, '/admin/users')
  const button = await screen.findByRole('button', { name: 'Approve Zoë Núñez' })
  const answer = holdFetch('/api/admin/users?search')
  await userEvent.type(screen.getByRole('searchbox'), 'zoe')
  await waitFor(() => expect(window.location.search).toBe('?search=zoe'))
  await userEvent.click(button)
  await waitFor(() => expect(shownToast()[1]).toBe('Approved Zoë Núñez and 1 document'))
  answer()
  await waitFor(isSearchedAgain)
})
