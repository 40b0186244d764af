import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { ListedUser } from '@shared/users'
import { fakePage, installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { UsersPage } from './users-page'

const api = installFakeApi()

const partner: ListedUser = {
  id: 1,
  firstName: 'Ben',
  lastName: 'Okafor',
  email: 'ben@example.com',
  phoneNumber: '(303) 555-0122',
  status: 'approved',
  statusReason: null,
  isAdmin: 0,
  contactConsent: false,
  createdAt: '2026-11-20T09:41:00.000Z',
}
const referrer: ListedUser = {
  ...partner,
  id: 2,
  firstName: 'Zoë',
  lastName: 'Núñez',
  status: 'pending',
  isReferrer: true,
}

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
