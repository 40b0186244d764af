import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Router as Location } from 'wouter'
import type { MissingStep } from '@shared/accounts'
import { createQueryClient, pathQuery } from '@/lib/query-client'
import { fakePage, fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fillAll } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { AdminGate } from './admin-gate'
import { RequireSession } from './guards'
import { defaultReasons } from '@shared/decisions'
import { usePageAction } from '@/lib/page-actions'
import { fakeListedUser } from '@tests/support/client/fake-records'
import { DecisionKeys } from './decision-keys'
import { Palette } from '@/app/palette/palette'

const api = installFakeApi()
const path = '/api/second-factor'
const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
let missingStep: MissingStep | undefined
let isOn: boolean
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
// Not as `renderPage` does: StrictMode asks more often.
const showGate = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AdminGate>
        <p>The administration</p>
      </AdminGate>
    </QueryClientProvider>,
  )
async function deny() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  api.routes['GET /api/admin/status'] = () => ({ body: { isAdmin: false } })
  show()
  await heading('Access Denied')
}
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

describe('the gate of the administrator', () => {
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

  describe('what is missing of an account', () => {
    it('leads from the one-time password over two-step login to the page that was asked for', async () => {
      missingStep = 'password-change-required'
      const user = api.routes['GET /api/user'] ?? {}
      api.routes['GET /api/user'] = { status: 401 }
      api.routes['POST /api/login'] = user
      show()
      await screen.findByLabelText('Password')
      fillAll({ Email: 'boss@portal.example', Password: 'shown once' })
      api.routes['GET /api/user'] = user
      await press('Log In')
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
      expect(screen.getByText(/logged out after 30 minutes without activity/)).toBeVisible()
      pass(5000)
      expect(window.location.pathname).toBe('/admin/users')
    })
  })
})

const [zoe, ann] = [
  fakeListedUser(),
  fakeListedUser({ id: 5, firstName: 'Ann', lastName: 'Lee', email: 'ann@partner.example' }),
]
const approved = `PATCH /api/admin/users/${zoe.id}/status`
const onClose = vi.fn()
function Page() {
  const [isOpen, setIsOpen] = useState(true)
  const close = () => {
    onClose()
    setIsOpen(false)
  }
  return (
    <>
      {isOpen && <Palette onClose={close} />}
      <DecisionKeys />
    </>
  )
}
async function find(text: string, address = '/admin') {
  const { user } = renderPage(<Page />, address)
  await user.type(screen.getByRole('combobox'), text)
  return user
}
const option = (name: string | RegExp) => screen.findByRole('option', { name })
/** The actions that name someone. */
const actionsFor = (name: string) =>
  screen.getAllByRole('option').filter(({ textContent }) => textContent.endsWith(name))

describe('the palette', () => {
  beforeEach(() => {
    api.routes['GET /api/admin/users'] = ({ url }) =>
      fakePage(url.searchParams.get('status') ? [ann, zoe] : [zoe, ann])
    api.routes[approved] = { body: { ...zoe, status: 'approved', decisionId: 31 } }
  })

  it('approves someone against whom nothing speaks', async () => {
    const user = await find('zo')
    await user.click(await option('Approve Zoë Núñez'))
    const said = ['Status updated successfully', 'Approved Zoë Núñez']
    await waitFor(() => expect(shownToast()).toEqual(said))
    expect(onClose).toHaveBeenCalled()
  })

  it('approves no one without having asked about what speaks against it', async () => {
    const concerns = [{ kind: 'name-differs', about: 'Ann Lee', count: 1 }]
    api.routes[`GET /api/admin/decision-basis/user/${zoe.id}`] = {
      body: { settles: null, finding: null, concerns },
    }
    const user = await find('approve zoë')
    await option('Approve Zoë Núñez')
    await user.keyboard('{Enter}')
    const question = await screen.findByRole('alertdialog', { name: 'Approve Zoë Núñez?' })
    expect(question).toHaveAccessibleDescription('Name differs: Ann Lee.')
    expect(api.count(approved)).toBe(0)
  })

  it('approves no one when what they sent is not known', async () => {
    const refusal = fakeRefusal(503, 'The portal is busy.')
    api.routes[`GET /api/admin/decision-basis/user/${zoe.id}`] = refusal
    const user = await find('zo')
    await user.click(await option('Approve Zoë Núñez'))
    const said = ['Failed to update user status', 'The portal is busy.']
    await waitFor(() => expect(shownToast()).toEqual(said))
    expect(api.count(approved)).toBe(0)
  })

  it('asks someone, and no one twice', async () => {
    api.routes['GET /api/admin/rejection-reasons'] = { body: defaultReasons }
    api.routes[`POST /api/admin/users/${zoe.id}/questions`] = {
      body: { ...zoe, askedAt: zoe.createdAt, questionId: 42 },
    }
    api.routes['GET /api/admin/users'] = fakePage([zoe, { ...ann, askedAt: ann.createdAt }])
    const user = await find('ask xx')
    await user.click(await option('Ask Zoë Núñez'))
    expect(screen.queryByRole('option', { name: 'Ask Ann Lee' })).toBeNull()
    await screen.findByRole('radio', { name: defaultReasons.question[0] })
    await user.keyboard('1{Enter}')
    const said = ['Question sent', `Asked Zoë Núñez: ${defaultReasons.question[0]}`]
    await waitFor(() => expect(shownToast()).toEqual(said))
  })

  it('leaves anyone who is on the desk to the desk, which knows what was seen', async () => {
    const [approveSeen, askOpened] = [vi.fn(), vi.fn()]
    function Desk() {
      usePageAction('Approve', approveSeen, `user:${zoe.id}`)
      usePageAction('Ask', askOpened, `user:${zoe.id}`)
      return <Palette onClose={onClose} />
    }
    const { user } = renderPage(<Desk />, '/admin/users')
    await user.type(screen.getByRole('combobox'), 'zo')
    await user.click(await option('Approve Zoë Núñez'))
    expect(approveSeen).toHaveBeenCalledTimes(1)
    await user.click(await option('Ask Zoë Núñez'))
    expect(askOpened).toHaveBeenCalledTimes(1)
    expect(api.calls.filter((call) => call.includes('decision-basis'))).toEqual([])
  })

  it('offers what can be done with the first hit, and with the one that the arrow keys reach', async () => {
    const user = await find('xx')
    await option(/^Zoë Núñez/)
    expect(actionsFor('Zoë Núñez')).toHaveLength(4)
    expect(actionsFor('Ann Lee')).toEqual([])
    await user.keyboard('{ArrowDown}'.repeat(5))
    expect(actionsFor('Ann Lee')).toHaveLength(4)
    expect(actionsFor('Zoë Núñez')).toEqual([])
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
    expect(window.location.href).toMatch(/\/admin\/email\?to=ann%40partner\.example$/)
  })

  it('copies an email', async () => {
    const user = await find('copy email ann')
    await user.click(await option('Copy Email of Ann Lee'))
    await waitFor(() => expect(shownToast()).toEqual(['Email copied', ann.email]))
    expect(await navigator.clipboard.readText()).toBe(ann.email)
  })

  it('goes on to the person who has waited longest, but not to the person on the screen', async () => {
    const user = await find('review', `/admin/users?open=${ann.id}`)
    await user.click(await option('Review Next'))
    await waitFor(() =>
      expect(window.location.search).toBe(`?status=pending&sort=oldest&open=${zoe.id}`),
    )
  })

  it('says that no one is waiting', async () => {
    api.routes['GET /api/admin/users'] = fakePage([])
    const user = await find('review')
    await user.click(await option('Review Next'))
    await waitFor(() => expect(shownToast()).toEqual(['No one is waiting']))
  })
})
