import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { isLogoutOwed } from '@/lib/owed-logout'
import {
  fakeRefusal,
  installFakeApi,
  shownToast,
  wordlessFailures,
} from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { LogoutButton } from './logout-button'

const api = installFakeApi()

const notReached = "We couldn't reach the portal to end your session."

afterEach(() => localStorage.clear())

it('logs out, says so, and goes home', async () => {
  api.routes['POST /api/logout'] = () => ({ body: { message: 'Logged out successfully' } })
  renderPage(<LogoutButton />, '/dashboard')
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(shownToast()).toEqual(['Logged out successfully']))
  expect(window.location.pathname).toBe('/')
  expect(isLogoutOwed()).toBe(false)
})

it.each([
  {
    failure: 'a lost connection',
    message: notReached,
    answer: () => {
      throw new TypeError('Failed to fetch')
    },
  },
  {
    failure: 'a refusal',
    message: 'The portal is busy.',
    answer: () => fakeRefusal(503, 'The portal is busy.'),
  },
  ...wordlessFailures.map(({ failure, answer }) => ({
    failure,
    message: notReached,
    answer: () => answer,
  })),
])('takes the person away after $failure too, says so, and owes the logout', async (one) => {
  api.routes['POST /api/logout'] = one.answer
  renderPage(<LogoutButton />, '/dashboard')
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(shownToast()).toEqual(['Error logging out', one.message]))
  expect(window.location.pathname).toBe('/')
  expect(isLogoutOwed()).toBe(true)
})
