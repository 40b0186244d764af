import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { isLogoutOwed } from '@/lib/owed-logout'
import {
  fakeRefusal,
  installFakeApi,
  shownToast,
  type FakeAnswer,
} from '@tests/support/client/fake-api'
import { fakePartner } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { AccountHeader } from './account-header'
import { LogoutButton } from './logout-button'

const api = installFakeApi()

it.each([
  ['Pending', {}],
  ['Approved', { status: 'approved' as const }],
  ['Referrer', { isReferrer: true as const }],
  ['Rejected', { isReferrer: true as const, status: 'rejected' as const }],
])('the header says %s beside the name', (word, overrides) => {
  const other = { name: 'Account', path: '/account' }
  renderPage(<AccountHeader user={fakePartner(overrides)} other={other} />, '/dashboard')
  const words = screen.getAllByText(/^(Pending|Approved|Rejected|Referrer)$/)
  expect(words.map(({ textContent }) => textContent)).toEqual([word])
})

async function logOut(answer: () => FakeAnswer) {
  api.routes['POST /api/logout'] = answer
  renderPage(<LogoutButton />, '/dashboard')
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
}

describe('logging out', () => {
  afterEach(() => localStorage.clear())

  it('says so, and goes home', async () => {
    await logOut(() => ({ body: { message: 'Logged out successfully' } }))
    await waitFor(() => expect(shownToast()).toEqual(['Logged out successfully']))
    expect(window.location.pathname).toBe('/')
    expect(isLogoutOwed()).toBe(false)
  })

  const notReached = "We couldn't reach the portal to end your session."

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
    {
      failure: 'a failure without words',
      message: notReached,
      answer: () => fakeRefusal(502, ''),
    },
  ])('takes the person away after $failure too, and is owed', async ({ answer, message }) => {
    await logOut(answer)
    await waitFor(() => expect(shownToast()).toEqual(['Error logging out', message]))
    expect(window.location.pathname).toBe('/')
    expect(isLogoutOwed()).toBe(true)
  })
})
