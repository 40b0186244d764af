import { act, screen, waitFor, within, fireEvent, cleanup } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ListedSession } from '@shared/accounts'
import { consentKinds, type ConsentKind, type ConsentState } from '@shared/consents'
import type { EmailChangeState } from '@shared/email-changes'
import type { ProfileCompletion } from '@shared/profile-completion'
import { AccountHeader } from '@/features/accounts/account-layout'
import { LogoutButton } from '@/features/accounts/logout-button'
import { OpenSteps, useOpenSteps } from '@/features/accounts/open-steps'
import { ChangeEmail, CorrectDetailsForm } from '@/features/accounts/own-details'
import { SessionsList } from '@/features/accounts/sessions-list'
import { ContactConsents } from '@/features/consents/contact-consents'
import { Card } from '@/ui/card'
import { brand } from '@/lib/brand'
import { isLogoutPending } from '@/lib/session-hint'
import {
  fakeRefusal,
  holdFetch,
  installFakeApi,
  shownToast,
  type FakeAnswer,
} from '@tests/support/client/fake-api'
import { heard } from '@tests/support/client/hear'
import { fakeDesk, fakePartner } from '@tests/support/client/fake-records'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { AccountPage } from './account-page'
import { MailChoices, Consents } from './notifications'

const endPhone = async () =>
  userEvent.click(await screen.findByRole('button', { name: /^Log out Chrome/ }))

const question = async () => within(await screen.findByRole('dialog', { name: 'Confirm It’s You' }))

const follow = (anchor: string) =>
  act(() => {
    window.location.hash = anchor
    window.dispatchEvent(new HashChangeEvent('hashchange'))
  })

const choices = (isPayoutWanted: boolean) => [
  { kind: 'referral-signed-up', isWanted: false },
  { kind: 'referral-approved', isWanted: true },
  { kind: 'payout', isWanted: isPayoutWanted },
]

const payout = () => screen.findByRole('switch', { name: 'When a payout is sent' })

const listedSession = (ref: string, browser: string, isCurrent = false): ListedSession => ({
  ref,
  browser,
  isCurrent,
  startedAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: '2026-11-20T11:00:00.000Z',
})

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

function Visits() {
  const [isHere, setIsHere] = useState(true)
  return (
    <>
      <button onClick={() => setIsHere(!isHere)}>Come or go</button>
      {isHere ? <SessionsList /> : null}
    </>
  )
}

describe('the account page', () => {
  const api = installFakeApi()

  const times = { startedAt: '2026-11-20T10:00:00.000Z', lastUsedAt: '2026-11-20T11:00:00.000Z' }
  const here = { ...times, ref: 'here', browser: 'Firefox', isCurrent: true }
  const phone = { ...times, ref: 'phone', browser: 'Chrome', isCurrent: false }

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
        'GET /api/second-factor': {
          body: { isOn: false, isRequired: false, recoveryCodesLeft: 0 },
        },
        'GET /api/sessions': () => ({ body: sessions }),
      })
    })

    it('logs a device out once the password was given again', async () => {
      let isConfirmed = false
      api.routes['DELETE /api/sessions/phone'] = () => {
        const message = 'Confirm it’s you first, with your password.'
        if (!isConfirmed)
          return { status: 403, body: { message, code: 'reauthentication-required' } }
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
      expect(document.title).toMatch(/^Data · Account & Security · /)
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
      await userEvent.click(screen.getByRole('switch', { name: 'Use these keys in this browser' }))
      expect(localStorage.getItem('single-keys')).toBe('off')
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

  const own = listedSession('here', 'Firefox on Linux', true)

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
    renderPage(<Card title="Where You’re Logged In">{list}</Card>, '/account')
  }

  it('sessions are ended one by one and all together; the present one cannot be', async () => {
    showSessions([
      listedSession('phone', 'Chrome on Android'),
      listedSession('tablet', 'Safari on iPad'),
      listedSession('work', 'Edge on Windows'),
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
    const title = screen.getByRole('heading', { name: 'Where You’re Logged In' })
    await waitFor(() => expect(title).toHaveFocus())
  })

  it('sessions are asked for again at the next visit', async () => {
    showSessions([], <Visits />)
    await screen.findByText('Firefox on Linux')
    api.routes['GET /api/sessions'] = { body: [own, listedSession('phone', 'Chrome')] }
    await press('Come or go')
    expect(screen.queryByText('Firefox on Linux')).toBeNull()
    await press('Come or go')
    await screen.findByText('Chrome')
  })

  it('it is said why a session was not ended', async () => {
    showSessions([listedSession('phone', 'Chrome')])
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
})

const pressButton = (name: string) => userEvent.click(screen.getByRole('button', { name }))

const passwordDialog = async () =>
  within(await screen.findByRole('dialog', { name: 'Confirm It’s You' }))

const first = () => screen.getByLabelText('First name')

const stepsOf = (missing: readonly string[]): ProfileCompletion['steps'] =>
  (['contact-details', 'email', 'terms', 'proof-of-credit', 'payment-method'] as const).map(
    (step) => ({ step, isDone: !missing.includes(step) }),
  )

function Shown() {
  return <OpenSteps title="To Do" steps={useOpenSteps({ status: 'pending' }).open} />
}

const isConfirmedWith = async (password: string) => {
  const dialog = await passwordDialog()
  await dialog.findByLabelText('Your password')
  fill('Your password', password, dialog)
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
}

async function askFor(email: string) {
  await screen.findByLabelText('New email')
  fill('New email', email)
  await pressButton('Change Email')
}

describe('one’s own details', () => {
  const api = installFakeApi()
  const person = fakePartner()

  /** Refuses a call until the session is confirmed with the password. */
  function protect(call: string, answer: FakeAnswer) {
    let isConfirmed = false
    const message = 'Confirm it’s you first, with your password.'
    const needed = { status: 403, body: { message, code: 'reauthentication-required' } }
    api.routes[call] = () => (isConfirmed ? answer : needed)
    api.routes['POST /api/reauthenticate'] = ({ body }) => {
      const wrong = 'That isn’t your current password.'
      isConfirmed = Object(body).password === 'the present one'
      if (isConfirmed) return { body: { message: 'Thank you. You can continue.' } }
      return { status: 400, body: { message: wrong, errors: { password: wrong } } }
    }
  }

  describe('corrected details', () => {
    const { lastName, phoneNumber } = person
    const corrected = { firstName: 'Rosalía', lastName, phoneNumber }

    beforeEach(() => {
      protect('PATCH /api/user', { body: { ...person, firstName: 'Rosalía' } })
      api.routes['GET /api/second-factor'] = { body: { isOn: false, recoveryCodesLeft: 0 } }
      renderPage(<CorrectDetailsForm user={person} />, '/account')
    })

    it('are checked before anyone is asked for a password', async () => {
      expect(screen.queryByLabelText('Your password')).toBeNull()
      fill('First name', '')
      await pressButton('Save Details')
      await screen.findByText('First name is required.')
      expect(api.calls).not.toContain('PATCH /api/user')
    })

    it('are kept while it is asked for, and a wrong one stays in the dialog', async () => {
      fill('First name', 'Rosalía')
      await pressButton('Save Details')
      await isConfirmedWith('not this one')
      const dialog = await passwordDialog()
      await dialog.findByText('That isn’t your current password.')
      expect(first()).toHaveValue('Rosalía')
      await isConfirmedWith('the present one')
      await waitFor(() => expect(shownToast()).toEqual(['Your details are saved']))
      expect(api.requests.at(-1)).toMatchObject({ path: '/api/user', body: corrected })
      expect(first()).toHaveValue('Rosalía')
      // Once is enough.
      await pressButton('Save Details')
      await waitFor(() => expect(api.count('PATCH /api/user')).toBe(3))
      expect(screen.queryByRole('dialog')).toBeNull()
    })

    it('are kept when someone thinks again, and the field has the focus once more', async () => {
      fill('First name', 'Rosalía')
      await userEvent.type(first(), '{Enter}')
      await passwordDialog()
      // What the browser makes of Esc.
      fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
      await screen.findByText('Your details were not saved')
      expect(first()).toHaveValue('Rosalía')
      await waitFor(() => expect(first()).toHaveFocus())
    })
  })

  describe('another email', () => {
    const path = '/api/email-change'
    const newEmail = 'rosa.new@partner.example'
    const waiting: EmailChangeState['waiting'] = {
      newEmail,
      way: 'link',
      askedAt: '2026-11-20T09:41:00.000Z',
      expiresAt: '2026-11-21T09:41:00.000Z',
    }

    function show(state: EmailChangeState) {
      let now = state
      api.routes[`GET ${path}`] = () => ({ body: now })
      api.routes[`DELETE ${path}`] = () => {
        now = { waiting: null }
        return { body: { message: 'Your email is unchanged.' } }
      }
      renderPage(<ChangeEmail />, '/account')
    }

    it('is asked for; then it is said where the link went', async () => {
      show({ waiting: null })
      api.routes[`POST ${path}`] = ({ body }) => {
        expect(body).toEqual({ newEmail })
        return { body: { waiting } }
      }
      await askFor(newEmail)
      await waitFor(() => expect(heard()).toContain(`We’ve sent a link to ${newEmail}`))
    })

    it('that waits can be taken back', async () => {
      show({ waiting })
      await screen.findByText('Cancel the Change')
      await pressButton('Cancel the Change')
      await waitFor(() => expect(shownToast()).toEqual(['Your email won’t change']))
      await screen.findByLabelText('New email')
    })

    it('waits for a call while the portal sends no mail', async () => {
      show({ waiting: { ...waiting, way: 'administrator', expiresAt: null } })
      const title = await screen.findByText('Please contact us')
      expect(title.parentElement).toHaveTextContent(
        `Please call ${brand.supportPhone} or email ${brand.supportEmail}.`,
      )
    })
  })

  describe('the open steps of the profile', () => {
    it('is a list with the way to each of it, which empties', async () => {
      const missing = ['email', 'terms', 'proof-of-credit', 'payment-method']
      api.routes['GET /api/profile-completion'] = () => ({
        body: { percent: 20, steps: stepsOf(missing) },
      })
      api.routes['POST /api/email-confirmation'] = { body: { message: 'Sent.' } }
      api.routes['POST /api/account/terms'] = () => {
        missing.splice(1, 1)
        return { body: { message: 'Thank you.' } }
      }
      renderPage(<Shown />)
      await screen.findByRole('region', { name: 'To Do' })
      expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        'Confirm your emailEmail Me a Link',
        'Agree to the Terms and Privacy PolicyRead our Terms of Use and Privacy PolicyI Agree to Both',
        'Payout methodAdd Payout Method',
      ])
      const toPayment = screen.getByRole('link', { name: 'Add Payout Method' })
      expect(toPayment).toHaveAttribute('href', '#payment-settings')
      await pressButton('Email Me a Link')
      expect(await screen.findByText(/^Sent to/)).toBeVisible()
      await pressButton('I Agree to Both')
      await waitFor(() => expect(screen.queryByText('I Agree to Both')).toBeNull())
    })

    it('is gone once nothing is missing', async () => {
      api.routes['GET /api/profile-completion'] = {
        body: { percent: 100, steps: stepsOf([]) },
      }
      renderPage(<Shown />)
      await waitFor(() => expect(api.count('GET /api/profile-completion')).toBeGreaterThan(0))
      expect(screen.queryByRole('region', { name: 'To Do' })).toBeNull()
    })
  })
})

const state = (kind: ConsentKind, overrides: Partial<ConsentState> = {}): ConsentState => ({
  kind,
  isGiven: false,
  isForOtherNumber: false,
  at: null,
  ip: null,
  source: null,
  agreedText: null,
  currentText: `New words on ${kind}.`,
  currentVersion: `${kind}.1`,
  ...overrides,
})

async function showConsents() {
  renderPage(<Consents />, '/account')
  await screen.findByRole('heading', { name: 'Phone calls' })
}

const row = (name: string) => {
  const found = screen.getAllByRole('listitem').find((item) => within(item).queryByText(name))
  if (!found) throw new Error(`There is no ${name}.`)
  return found
}

const way = () => screen.getByLabelText('How they told you')

describe('consents', () => {
  const api = installFakeApi()

  const said = { at: '2026-11-20T09:41:00.000Z', ip: '203.0.113.7', source: 'sign-up' } as const

  describe('one’s own consents', () => {
    let states: ConsentState[]
    beforeEach(() => {
      states = [
        state('calls', { ...said, isGiven: true, agreedText: 'You may contact me.' }),
        state('texts', { ...said, source: 'account' }),
        state('email', { ...said, ip: null, isGiven: true, agreedText: 'You may contact me.' }),
        state('recording'),
      ]
      api.routes['GET /api/consents'] = () => ({ body: states })
    })

    it('says of each what was agreed to, when and where', async () => {
      await showConsents()
      expect(row('Phone calls')).toHaveTextContent(
        /You agreed on the application form, from the address 203.0.113.7, Nov 20, 2026, \d+:41 [AP]M\.“You may contact me.”/,
      )
      expect(row('Text messages')).toHaveTextContent(
        /You withdrew your consent online, from the address 203.0.113.7, Nov 20, 2026, .*“New words on texts.”/,
      )
      expect(row('Email')).toHaveTextContent('We’ll always send essential account emails')
      expect(row('Call recording')).toHaveTextContent(
        'You haven’t agreed to this.“New words on recording.”',
      )
    })

    it('asks anew for texts once the phone number has changed', async () => {
      states[1] = state('texts', { ...said, isForOtherNumber: true })
      await showConsents()
      expect(row('Text messages')).toHaveTextContent(
        'You agreed on Nov 20, 2026, but for another phone number. To get texts at your new number, agree again.',
      )
      expect(screen.getByRole('button', { name: 'Agree to text messages' })).toBeVisible()
    })

    it('withdraws one, and says what follows', async () => {
      api.routes['POST /api/consents/calls'] = ({ body }) => {
        expect(body).toEqual({ isGiven: false })
        return { body: states.with(0, state('calls', said)) }
      }
      await showConsents()
      await pressButton('Withdraw consent to phone calls')
      await waitFor(() =>
        expect(shownToast()).toEqual(['Consent to phone calls withdrawn', 'We won’t call you.']),
      )
      expect(screen.getByRole('button', { name: 'Agree to phone calls' })).toBeVisible()
    })

    it('gives one to the words that are shown', async () => {
      api.routes['POST /api/consents/recording'] = ({ body }) => {
        expect(body).toEqual({ isGiven: true, textVersion: 'recording.1' })
        return { body: states.with(3, state('recording', { ...said, isGiven: true })) }
      }
      await showConsents()
      await pressButton('Agree to call recording')
      await waitFor(() => expect(shownToast()).toEqual(['You agreed to call recording']))
    })

    it('says why one could not be changed', async () => {
      const message = 'This text has changed. Please reload the page and read it again.'
      api.routes['POST /api/consents/recording'] = () => fakeRefusal(409, message)
      await showConsents()
      await pressButton('Agree to call recording')
      await waitFor(() => expect(shownToast()).toEqual(['Your consent was not changed', message]))
    })
  })

  const path = '/api/admin/users/2/consents'

  const agreed = consentKinds.map((kind) =>
    state(kind, { ...said, isGiven: true, source: 'account', agreedText: 'You may.' }),
  )
  const stopped = agreed.map((one): ConsentState => ({
    ...one,
    isGiven: one.kind !== 'texts',
    source: 'text',
    recordedBy: 'Ada Park',
  }))

  it('the administrator reads that texts were agreed for another number', async () => {
    const texts = state('texts', { ...said, isForOtherNumber: true })
    api.routes[`GET ${path}`] = { body: agreed.with(1, texts) }
    renderPage(<ContactConsents user={{ id: 2 }} />, '/admin/users')
    expect(
      await screen.findByText(/^Text messages \(agreed for another phone number\)/),
    ).toBeVisible()
  })

  it('a STOP is recorded, with who did, when, and how it was said', async () => {
    api.routes[`GET ${path}`] = { body: agreed }
    api.routes[`POST ${path}/stop`] = { body: stopped }
    renderPage(<ContactConsents user={{ id: 2 }} />, '/admin/users')
    await screen.findByText('Record a STOP')
    await pressButton('Record a STOP')
    expect(screen.getByLabelText('How they told you')).toHaveFocus()
    for (const label of ['Phone calls', 'Text messages', 'Email'])
      await userEvent.click(screen.getByLabelText(label))
    await pressButton('Record STOP')
    await screen.findByText('Choose what to stop.')
    expect(api.count(`POST ${path}/stop`)).toBe(0)

    await userEvent.click(screen.getByLabelText('Text messages'))
    await userEvent.selectOptions(screen.getByLabelText('How they told you'), 'By text message')
    await pressButton('Record STOP')
    await waitFor(() => expect(shownToast()).toEqual(['Recorded', 'It takes effect right away.']))
    const sent = api.requests.find(({ method }) => method === 'POST')
    expect(sent?.body).toEqual({ kinds: ['texts'], way: 'text' })
    const item = screen.getByText(/withdrawn by text message, recorded Nov 20, 2026 by Ada Park/)
    expect(item).toHaveTextContent('Text messages')
    expect(screen.getByRole('button', { name: 'Record a STOP' })).toHaveFocus()
  })

  it('a STOP that was begun is kept for that person alone, until Cancel', async () => {
    async function begin(id: number) {
      cleanup()
      api.routes[`GET /api/admin/users/${id}/consents`] = { body: agreed }
      renderPage(<ContactConsents user={{ id }} />, '/admin/users')
      await screen.findByText('Record a STOP')
      await pressButton('Record a STOP')
    }
    await begin(2)
    await userEvent.selectOptions(way(), 'By letter')
    await begin(3)
    expect(way()).toHaveValue('phone')
    await begin(2)
    expect(way()).toHaveValue('letter')
    await pressButton('Cancel')
    await pressButton('Record a STOP')
    expect(way()).toHaveValue('phone')
  })
})
