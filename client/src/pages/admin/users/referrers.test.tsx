import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakePage, installFakeApi } from '@tests/support/client/fake-api'
import { fakeListedUser } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { UsersPage } from './users-page'

const api = installFakeApi()

const partner = fakeListedUser({ id: 1, firstName: 'Ben', lastName: 'Okafor', status: 'approved' })
const referrer = fakeListedUser({ isReferrer: true })

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('referrers are asked for by a filter, and offered no approval', async () => {
  api.routes['GET /api/admin/users'] = ({ url }) =>
    fakePage(url.searchParams.get('kind') === 'referrer' ? [referrer] : [partner])
  renderPage(<UsersPage />, '/admin/users')
  await screen.findByText('1 user')
  expect(screen.queryByText('Referrer')).toBeNull()
  await click('Show Referrers')
  expect(await screen.findByText('1 referrer')).toBeVisible()
  expect(window.location.search).toBe('?kind=referrer')
  expect(screen.getByText('Referrer')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Approve Zoë Núñez' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Reject Zoë Núñez' })).toBeVisible()
  await click('Remove filter: Referrers')
  expect(await screen.findByText('1 user')).toBeVisible()
})

const selection = () => within(screen.getByRole('region', { name: 'Selection' }))

it('many referrers at once are rejected or written to, not approved', async () => {
  api.routes['GET /api/admin/users'] = () => fakePage([referrer])
  renderPage(<UsersPage />, '/admin/users?kind=referrer')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Zoë Núñez' }))
  expect(selection().getByRole('button', { name: 'Reject…' })).toBeVisible()
  expect(selection().queryByRole('button', { name: 'Approve' })).toBeNull()
})

it('where a list mixes them with partners, the question says that referrers are skipped', async () => {
  const questions: string[] = []
  vi.stubGlobal('confirm', (question: string) => questions.push(question) < 0)
  api.routes['GET /api/admin/users'] = () => fakePage([partner, referrer])
  renderPage(<UsersPage />, '/admin/users?emailChange=waiting')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Zoë Núñez' }))
  await userEvent.click(selection().getByRole('button', { name: 'Approve' }))
  expect(questions).toEqual([
    'Approve 1 user? Referrers among them are skipped because they haven’t applied.',
  ])
})
