import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Router as Location } from 'wouter'
import type { MissingStep } from '@shared/accounts'
import { createQueryClient, pathQuery } from '@/lib/query-client'
import { fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fillAll } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { AdminGate } from './admin-gate'
import { RequireSession } from './guards'

const api = installFakeApi()

const path = '/api/second-factor'
const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
let missingStep: MissingStep | undefined
let isOn: boolean

beforeEach(() => {
  isOn = false
  missingStep = undefined
  api.routes['GET /api/user'] = () => ({
    body: { id: 1, email: 'boss@portal.example', firstName: 'Portal', isAdmin: 1, missingStep },
  })
  api.routes['GET /api/admin/status'] = () => ({ body: { isAdmin: true } })
  api.routes[`GET ${path}`] = () => ({ body: { isOn, isRequired: true, recoveryCodesLeft: 0 } })
  api.routes[`POST ${path}`] = () => ({
    status: 201,
    body: { secret, address: `otpauth://totp/Portal:x?secret=${secret}` },
  })
  api.routes[`POST ${path}/confirm`] = () => {
    isOn = true
    missingStep = undefined
    return { body: { recoveryCodes: ['aaaa-bbbb'] } }
  }
  api.routes['POST /api/password'] = () => {
    missingStep = 'second-factor-setup-required'
    return { body: { message: 'Password changed' } }
  }
})

function Users() {
  const { data, refetch } = useQuery(pathQuery<unknown[]>('/api/admin/users'))
  return <button onClick={() => void refetch()}>{data ? 'Load again' : 'Loading'}</button>
}

const show = (page = <p>The list of users</p>) =>
  renderPage(
    <Location>
      <AdminGate>{page}</AdminGate>
    </Location>,
    '/admin/users?search=rosa',
  )
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('what is missing of an account', () => {
  it('leads from the one-time password over two-step login to the page that was asked for', async () => {
    missingStep = 'password-change-required'
    show()
    await waitFor(async () => expect(await heading('Choose a New Password')).toHaveFocus())
    expect(screen.queryByText('The list of users')).toBeNull()
    fillAll({
      'One-time password': 'shown once',
      'New password': 'nine purple lanterns',
      'Confirm new password': 'nine purple lanterns',
    })
    await press('Change Password')

    await waitFor(async () => expect(await heading('Set Up Two-Step Login')).toHaveFocus())
    await userEvent.click(await screen.findByRole('button', { name: 'Set Up Two-Step Login' }))
    await screen.findByLabelText('Authentication code')
    fillAll({ 'Authentication code': '123456' })
    await press('Turn On')
    // The codes stay until they are saved, whatever is open by now.
    await screen.findByText('aaaa-bbbb')
    expect(screen.queryByText('The list of users')).toBeNull()
    await press('I’ve Saved Them')
    await screen.findByText('The list of users')
    expect(window.location.pathname + window.location.search).toBe('/admin/users?search=rosa')
  })

  it('goes on to the page when another tab has turned two-step login on meanwhile', async () => {
    missingStep = 'second-factor-setup-required'
    show()
    await screen.findByRole('button', { name: 'Set Up Two-Step Login' })
    isOn = true
    missingStep = undefined
    api.routes[`POST ${path}`] = fakeRefusal(409, 'Two-step login is already on.')
    await press('Set Up Two-Step Login')
    await screen.findByText('The list of users')
  })

  it('replaces a page whose call is refused for it', async () => {
    const refusal = {
      message: 'Set up two-step login first.',
      code: 'second-factor-setup-required',
    }
    let isRefused = false
    api.routes['GET /api/admin/users'] = () =>
      isRefused ? { status: 403, body: refusal } : { body: [] }
    show(<Users />)
    await screen.findByText('Load again')
    // As after a restart of the portal with another setting.
    missingStep = 'second-factor-setup-required'
    isRefused = true
    await press('Load again')
    await heading('Set Up Two-Step Login')
  })

  it('comes before the pages of anyone who is logged in', async () => {
    missingStep = 'second-factor-setup-required'
    renderPage(
      <RequireSession>
        <p>The dashboard</p>
      </RequireSession>,
      '/dashboard',
    )
    await heading('Set Up Two-Step Login')
    expect(screen.queryByText('The dashboard')).toBeNull()
  })
})

// Not as `renderPage` does: StrictMode asks more often.
const showGate = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AdminGate>
        <p>The administration</p>
      </AdminGate>
    </QueryClientProvider>,
  )

describe('a portal that cannot be reached', () => {
  const sorry = 'We can’t reach the portal'

  it('denies the administrator nothing, and trying again helps', async () => {
    let isBusy = true
    api.routes['GET /api/admin/status'] = () =>
      isBusy ? fakeRefusal(503, 'Busy.') : { body: { isAdmin: true } }
    showGate()
    await heading(sorry)
    expect(screen.queryByText('Access Denied')).toBeNull()
    isBusy = false
    await press('Try Again')
    await screen.findByText('The administration')
  })

  it('is asked once more who is logged in, and no more', async () => {
    api.routes['GET /api/user'] = () => fakeRefusal(503, 'Busy.')
    showGate()
    await heading(sorry)
    expect(api.calls).toEqual(['GET /api/user', 'GET /api/user'])
  })
})

async function deny() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  api.routes['GET /api/admin/status'] = () => ({ body: { isAdmin: false } })
  show()
  await heading('Access Denied')
}

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

describe('a partner', () => {
  afterEach(() => vi.useRealTimers())

  it('is denied, in words, and sent home after a second', async () => {
    await deny()
    screen.getByText('Only one designated admin account has access to this area.')
    const description = 'You need administrator privileges to access this page.'
    expect(shownToast()).toEqual(['Admin access required', description])
    expect(screen.queryByText('The list of users')).toBeNull()
    pass(1000)
    expect(window.location.pathname).toBe('/')
  })

  it('who returns home right away is not sent anywhere a second later', async () => {
    await deny()
    fireEvent.click(screen.getByRole('link', { name: 'Return to Home' }))
    expect(window.location.pathname).toBe('/')
    act(() => window.history.pushState(null, '', '/dashboard'))
    pass(5000)
    expect(window.location.pathname).toBe('/dashboard')
  })

  it('may log out there, and gets the administrator’s login at the same address', async () => {
    await deny()
    api.routes['POST /api/logout'] = { body: { message: 'Logged out successfully' } }
    fireEvent.click(screen.getByRole('button', { name: 'Logout and Switch Account' }))
    expect(await heading('Admin Login')).toBeVisible()
    pass(5000)
    expect(window.location.pathname).toBe('/admin/users')
  })
})
