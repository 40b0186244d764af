import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { MailChoicesSection } from '@/features/mail/mail-choices-section'
import { fakeRefusal, holdFetch, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fakeDesk, fakePartner } from '@tests/support/client/fake-records'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { AccountPage } from './account-page'

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
    renderPage(<MailChoicesSection />, '/account')
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
