import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import {
  fakeRefusal,
  installFakeApi,
  renderAt,
  shownToast,
} from '../../../../tests/support/fake-api'
import { LogoutButton } from './logout-button'

const api = installFakeApi()

it.each([
  ['in the server’s words', 'The portal is busy.', 'The portal is busy.'],
  ['in its own words', '', 'Please try again.'],
])('says %s why it failed, stays where it is, and logs out at the next try', async (...texts) => {
  const [, message, description] = texts
  api.routes['POST /api/logout'] = () => fakeRefusal(503, message)
  renderAt('/dashboard', <LogoutButton />)
  const logout = screen.getByRole('button', { name: 'Logout' })
  await userEvent.click(logout)
  await waitFor(() => expect(shownToast()).toEqual(['Error logging out', description]))
  expect(window.location.pathname).toBe('/dashboard')

  api.routes['POST /api/logout'] = () => ({ body: { message: 'Logged out successfully' } })
  await userEvent.click(logout)
  await waitFor(() => expect(shownToast()).toEqual(['Logged out successfully']))
  expect(window.location.pathname).toBe('/')
})
