import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ListedSession } from '@shared/accounts'
import { AccountHeader } from '@/features/accounts/account-layout'
import { LogoutButton } from '@/features/accounts/logout-button'
import { SessionsList } from '@/features/accounts/sessions-list'
import { isLogoutPending } from '@/lib/session-hint'
import {
  type FakeAnswer,
  fakeRefusal,
  holdFetch,
  installFakeApi,
  shownToast,
} from '@tests/support/client/fake-api'
import { fakeDesk, fakePartner } from '@tests/support/client/fake-records'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { AccountPage } from './account-page'
import { MailChoices } from './notifications'

const api = installFakeApi()

const times = { startedAt: '2026-11-20T10:00:00.000Z', lastUsedAt: '2026-11-20T11:00:00.000Z' }
const here = { ...times, ref: 'here', browser: 'Firefox', isCurrent: true }
const phone = { ...times, ref: 'phone', browser: 'Chrome', isCurrent: false }

const endPhone = async () =>
  userEvent.click(await screen.findByRole('button', { name: /^Log out Chrome/ }))

const question = async () => within(await screen.findByRole('dialog', { name: 'Confirm It’s You' }))

const follow = (anchor: string) =>
  act(() => {
    window.location.hash = anchor
    window.dispatchEvent(new HashChangeEvent('hashchange'))
  })

describe('the account page', () => {
  let sessions: unknown[]
  beforeEach(() => {
    sessions = [here, phone]
    Object.assign(api.routes, {
      'GET /api/user': { body: fakePartner() },
      'GET /api/consents': { body: [] },
      'GET /api/mail-choices': { body: [] },
      'GET /api/referral-desk': { body: fakeDesk() },
      'GET /api/email-change': { body: { waiting: null } },
      'GET /api/second-factor': { body: { isOn: false, isRequired: false, recoveryCodesLeft: 0 } },
      'GET /api/sessions': () => ({ body: sessions }),
    })
  })

  it('logs a device out once the password was given again', async () => {
    let isConfirmed = false
    api.routes['DELETE /api/sessions/phone'] = () => {
      const message = 'Confirm it’s you first, with your password.'
      if (!isConfirmed) return { status: 403, body: { message, code: 'reauthentication-required' } }
      sessions = [here]
      return { body: { message: 'The session has ended.' } }
    }
    api.routes['POST /api/reauthenticate'] = ({ body }) => {
      expect(body).toEqual({ password: 'the present one' })
      isConfirmed = true
      return { body: { message: 'Thank you. You can continue.' } }
    }
    renderPage(<AccountPage />, '/account')
    await endPhone()
    const dialog = await question()
    expect(dialog.queryByLabelText('Authentication code')).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(shownToast()[0]).toBe('The device was not logged out'))
    screen.getByText('Chrome')

    await endPhone()
    const again = await question()
    fill('Your password', 'the present one', again)
    await userEvent.click(again.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(shownToast()).toEqual(['Device logged out']))
    await screen.findByText('You’re not logged in anywhere else.')
  })

  it('has every way to change an account, and says what someone is owed who closes it', async () => {
    const rewards = { ...fakeDesk().rewards, payableCents: 50_000, payingCents: 25_000 }
    const next = { cents: 50_000, day: '2026-12-15', waitsFor: null, minimumCents: 2_500 }
    api.routes['GET /api/referral-desk'] = { body: fakeDesk({ rewards, next }) }
    renderPage(<AccountPage />, '/account')
    const closing = await screen.findByRole('region', { name: 'Close Your Account' })
    await within(closing).findByText('We still owe you $750.00 for your referrals')
    expect(closing).toHaveTextContent('wait for your next payout on Dec 15.')
    for (const label of ['First name', 'New email', 'Current password'])
      expect(screen.getByLabelText(label)).toBeVisible()
    await screen.findByText('Set Up Two-Step Login')
    // The one for a new password is the only one: each other is asked for when it is needed.
    expect(document.querySelectorAll('[autocomplete=current-password]')).toHaveLength(1)
  })

  it('shows one part at a time, the one that a link names, and loses nothing typed in another', async () => {
    renderPage(<AccountPage />, '/account#security')
    const security = within(await screen.findByRole('tabpanel', { name: 'Security' }))
    expect(security.getByRole('heading', { level: 2, name: 'Security' })).toHaveFocus()
    const parts = within(screen.getByRole('tablist', { name: 'Account & Security' }))
    const names = ['Details', 'Security', 'Notifications', 'Data']
    expect(parts.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(names)
    const isShown = (name: string) => parts.getByRole('tab', { name, selected: true })
    isShown('Security')
    fill('Current password', 'half a passw', security)

    await userEvent.click(parts.getByRole('tab', { name: 'Data' }))
    expect(window.location.hash).toBe('#data')
    isShown('Data')
    // The link past the header leads to no part.
    follow('main')
    isShown('Data')
    follow('security')
    isShown('Security')
    expect(security.getByLabelText('Current password')).toHaveValue('half a passw')
  })

  it('says in one place what comes by which way, and how to end texts', async () => {
    const texts = { kind: 'texts', isGiven: true, currentText: 'You may text me.' }
    api.routes['GET /api/consents'] = { body: [texts] }
    renderPage(<AccountPage />, '/account#notifications')
    const card = await screen.findByRole('region', { name: 'What We Send You' })
    expect(card).toHaveTextContent('can’t be turned off')
    await within(card).findByText(
      /^You’ve agreed to texts.* Reply STOP to any of them to opt out\.$/,
    )
    expect(card).toHaveTextContent('We only call you if you agree below.')
  })

  it('is about security alone for the administrator', async () => {
    api.routes['GET /api/user'] = { body: fakePartner({ isAdmin: 1 }) }
    renderPage(<AccountPage />, '/account')
    await screen.findByRole('heading', { level: 2, name: 'Security' })
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1)
    expect(screen.queryByRole('tablist')).toBeNull()
  })

  it('asks once more before it closes an account, and the focus is not on that', async () => {
    api.routes['POST /api/account/close'] = {
      body: fakePartner({ missingStep: 'account-closing' }),
    }
    renderPage(<AccountPage />, '/account')
    const close = { name: 'Close My Account' }
    await userEvent.click(await screen.findByRole('button', close))
    expect(api.calls).not.toContain('POST /api/account/close')
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await userEvent.click(screen.getByRole('button', close))
    await waitFor(() => expect(api.count('POST /api/account/close')).toBe(1))
  })
})

const choices = (isPayoutWanted: boolean) => [
  { kind: 'referral-signed-up', isWanted: false },
  { kind: 'referral-approved', isWanted: true },
  { kind: 'payout', isWanted: isPayoutWanted },
]

const payout = () => screen.findByRole('switch', { name: 'When a payout is sent' })

describe('the emails that someone chose', () => {
  beforeEach(() => {
    api.routes['GET /api/mail-choices'] = { body: choices(true) }
    renderPage(<MailChoices />, '/account')
  })

  it('are shown, and turned off', async () => {
    api.routes['PUT /api/mail-choices/payout'] = ({ body }) => {
      expect(body).toEqual({ isWanted: false })
      return { body: choices(false) }
    }
    expect(await payout()).toBeChecked()
    const signedUp = { name: 'When someone signs up through your link' }
    expect(screen.getByRole('switch', signedUp)).not.toBeChecked()
    await userEvent.click(await payout())
    await waitFor(() => expect(shownToast()).toEqual(['Email turned off']))
    expect(await payout()).not.toBeChecked()
  })

  it('pressed quickly are saved one after the other, so that no earlier answer shows again', async () => {
    const signedUp = screen.findByRole('switch', {
      name: 'When someone signs up through your link',
    })
    api.routes['PUT /api/mail-choices/payout'] = { body: choices(false) }
    api.routes['PUT /api/mail-choices/referral-signed-up'] = {
      body: choices(false).map((choice) => ({ ...choice, isWanted: choice.kind !== 'payout' })),
    }
    await payout()
    const answer = holdFetch('/api/mail-choices/payout')
    await userEvent.click(await payout())
    await userEvent.click(await signedUp)
    expect(api.count('PUT /api/mail-choices/referral-signed-up')).toBe(0)
    answer()
    await waitFor(async () => expect(await signedUp).toBeChecked())
    expect(await payout()).not.toBeChecked()
  })

  it('stay as they were when a choice was not saved', async () => {
    api.routes['PUT /api/mail-choices/payout'] = () => fakeRefusal(429, 'Please wait a minute.')
    await userEvent.click(await payout())
    const said = ['Your choice was not saved', 'Please wait a minute.']
    await waitFor(() => expect(shownToast()).toEqual(said))
    expect(await payout()).toBeChecked()
  })
})

const session = (ref: string, browser: string, isCurrent = false): ListedSession => ({
  ref,
  browser,
  isCurrent,
  startedAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: '2026-11-20T11:00:00.000Z',
})
const own = session('here', 'Firefox on Linux', true)

/** The sessions as long as the server still lists them. */
function showSessions(others: ListedSession[] = [], list = <SessionsList />) {
  let listed = [own, ...others]
  api.routes['GET /api/sessions'] = () => ({ body: listed })
  for (const { ref } of others) {
    api.routes[`DELETE /api/sessions/${ref}`] = () => {
      listed = listed.filter((one) => one.ref !== ref)
      return { body: { message: 'The session has ended.' } }
    }
  }
  api.routes['DELETE /api/sessions'] = () => {
    listed = [own]
    return { body: { message: 'Done.' } }
  }
  renderPage(list, '/account')
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

it('sessions are ended one by one and all together; the present one cannot be', async () => {
  showSessions([
    session('phone', 'Chrome on Android'),
    session('tablet', 'Safari on iPad'),
    session('work', 'Edge on Windows'),
  ])
  await screen.findByText('Chrome on Android')
  expect(screen.queryByRole('button', { name: /^Log out Firefox/ })).toBeNull()
  await press(/^Log out Chrome on Android, last used/)
  await waitFor(() => expect(shownToast()).toEqual(['Device logged out']))
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
  const neighbor = screen.getByText('Safari on iPad').closest('li')
  await waitFor(() => expect(neighbor).toHaveFocus())
  await press('Log Out on All Other Devices')
  await screen.findByText('You’re not logged in anywhere else.')
  expect(shownToast()).toEqual(['Logged out on all other devices'])
  expect(screen.queryByText('Edge on Windows')).toBeNull()
  const present = screen.getByText('Firefox on Linux').closest('li')
  await waitFor(() => expect(present).toHaveFocus())
})

function Visits() {
  const [isHere, setIsHere] = useState(true)
  return (
    <>
      <button onClick={() => setIsHere(!isHere)}>Come or go</button>
      {isHere ? <SessionsList /> : null}
    </>
  )
}

it('sessions are asked for again at the next visit', async () => {
  showSessions([], <Visits />)
  await screen.findByText('Firefox on Linux')
  api.routes['GET /api/sessions'] = { body: [own, session('phone', 'Chrome')] }
  await press('Come or go')
  expect(screen.queryByText('Firefox on Linux')).toBeNull()
  await press('Come or go')
  await screen.findByText('Chrome')
})

it('it is said why a session was not ended', async () => {
  showSessions([session('phone', 'Chrome')])
  api.routes['DELETE /api/sessions/phone'] = () => fakeRefusal(503, 'The portal is busy.')
  await screen.findByText('Chrome')
  await press(/^Log out Chrome/)
  const refusal = ['The device was not logged out', 'The portal is busy.']
  await waitFor(() => expect(shownToast()).toEqual(refusal))
  screen.getByText('Chrome')
})

it('sessions can be asked for again when they did not come', async () => {
  showSessions()
  const answer = api.routes['GET /api/sessions']
  api.routes['GET /api/sessions'] = () => fakeRefusal(400, 'No.')
  await screen.findByText('Your sessions could not be loaded')
  if (answer) api.routes['GET /api/sessions'] = answer
  await press('Try Again')
  await screen.findByText('Firefox on Linux')
})

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
    expect(isLogoutPending()).toBe(false)
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
    expect(isLogoutPending()).toBe(true)
  })
})
