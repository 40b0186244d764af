import { fakeDesk, fakePartner } from '@tests/support/client/fake-records'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import type { CurrentUser, ListedSession } from '@shared/accounts'
import { fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { AccountPage } from './account-page'

const api = installFakeApi()

const person = fakePartner({ id: 7 })
const session = (ref: string, browser: string, isCurrent = false): ListedSession => ({
  ref,
  browser,
  isCurrent,
  startedAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: '2026-11-20T11:00:00.000Z',
})

/** The page, with its sessions as long as the server still lists them. */
function show(
  user: CurrentUser,
  sessions: ListedSession[] = [session('here', 'Firefox', true)],
  page = <AccountPage />,
) {
  let listed = sessions
  api.routes['GET /api/user'] = () => ({ body: user })
  api.routes['GET /api/consents'] = () => ({ body: [] })
  api.routes['GET /api/mail-choices'] = () => ({ body: [] })
  api.routes['GET /api/referral-desk'] ??= () => ({ body: fakeDesk() })
  api.routes['GET /api/email-change'] = () => ({ body: { waiting: null } })
  api.routes['GET /api/sessions'] = () => ({ body: listed })
  api.routes['GET /api/second-factor'] ??= () => ({
    body: { isOn: false, isRequired: false, recoveryCodesLeft: 0 },
  })
  for (const { ref } of sessions) {
    api.routes[`DELETE /api/sessions/${ref}`] = () => {
      listed = listed.filter((one) => one.ref !== ref)
      return { body: { message: 'The session has ended.' } }
    }
  }
  api.routes['DELETE /api/sessions'] = () => {
    listed = listed.filter(({ isCurrent }) => isCurrent)
    return { body: { message: 'Done.' } }
  }
  renderPage(page, '/account')
}

function Visits() {
  const [isHere, setIsHere] = useState(true)
  return (
    <>
      <button onClick={() => setIsHere(!isHere)}>Come or go</button>
      {isHere ? <AccountPage /> : null}
    </>
  )
}

describe('the sessions on the account page', () => {
  it('are ended one by one and all at once; the present one cannot be', async () => {
    show(person, [
      session('here', 'Firefox on Linux', true),
      session('phone', 'Chrome on Android'),
      session('tablet', 'Safari on iPad'),
      session('work', 'Edge on Windows'),
    ])
    const end = await screen.findByRole('button', { name: /^End Chrome on Android, last used/ })
    expect(screen.queryByRole('button', { name: /^End Firefox/ })).toBeNull()
    await userEvent.click(end)
    await waitFor(() => expect(shownToast()).toEqual(['Session ended']))
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
    const neighbor = screen.getByText('Safari on iPad').closest('li')
    await waitFor(() => expect(neighbor).toHaveFocus())
    await userEvent.click(screen.getByRole('button', { name: 'Log Out on All Other Devices' }))
    await screen.findByText('You’re not logged in anywhere else.')
    expect(shownToast()).toEqual(['Logged out on all other devices'])
    expect(screen.queryByText('Edge on Windows')).toBeNull()
    const present = screen.getByText('Firefox on Linux').closest('li')
    await waitFor(() => expect(present).toHaveFocus())
  })

  it('are asked for anew at the next visit', async () => {
    show(person, [session('here', 'Firefox', true)], <Visits />)
    await screen.findByText('Firefox')
    api.routes['GET /api/sessions'] = () => ({
      body: [session('here', 'Firefox', true), session('phone', 'Chrome')],
    })
    await userEvent.click(screen.getByRole('button', { name: 'Come or go' }))
    expect(screen.queryByText('Firefox')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Come or go' }))
    await screen.findByText('Chrome')
  })

  it('say why one was not ended', async () => {
    show(person, [session('here', 'Firefox', true), session('phone', 'Chrome')])
    api.routes['DELETE /api/sessions/phone'] = () => fakeRefusal(503, 'The portal is busy.')
    await userEvent.click(await screen.findByRole('button', { name: /^End Chrome/ }))
    const refusal = ['The session was not ended', 'The portal is busy.']
    await waitFor(() => expect(shownToast()).toEqual(refusal))
    screen.getByText('Chrome')
  })

  it('can be asked for again when they did not come', async () => {
    show(person)
    const answer = api.routes['GET /api/sessions']
    api.routes['GET /api/sessions'] = () => fakeRefusal(400, 'No.')
    await screen.findByText('Your sessions could not be loaded')
    if (answer) api.routes['GET /api/sessions'] = answer
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByText('Firefox')
  })
})

const passwordFields = () => {
  const form = within(screen.getByRole('form', { name: 'Change password' }))
  return {
    current: form.getByLabelText('Current password'),
    next: form.getByLabelText('New password'),
    again: form.getByLabelText('Confirm new password'),
    submit: form.getByRole('button', { name: 'Change Password' }),
  }
}

describe('changing the password', () => {
  it('sends both passwords, and empties the form', async () => {
    show(person)
    let sent: unknown
    api.routes['POST /api/password'] = ({ body }) => {
      sent = body
      return { body: { message: 'Password changed' } }
    }
    await screen.findByText('Firefox')
    const { current, next, again, submit } = passwordFields()
    await userEvent.type(current, 'the present one')
    await userEvent.type(next, 'nine purple lanterns')
    await userEvent.type(again, 'nine purple lantern')
    await userEvent.click(submit)
    await screen.findByText("Passwords don't match")
    expect(api.count('POST /api/password')).toBe(0)
    await userEvent.type(again, 's')
    await userEvent.click(submit)
    const done = ['Password changed', 'You’re logged out on all other devices.']
    await waitFor(() => expect(shownToast()).toEqual(done))
    expect(sent).toEqual({
      currentPassword: 'the present one',
      newPassword: 'nine purple lanterns',
    })
    for (const field of [current, next, again]) expect(field).toHaveProperty('value', '')
  })

  it('asks 15 characters of the administrator, before the server does', async () => {
    show({ ...person, isAdmin: 1 })
    api.routes['POST /api/password'] = () => ({ body: { message: 'Password changed' } })
    await screen.findByText('Firefox')
    const { current, next, again, submit } = passwordFields()
    await userEvent.type(current, 'the present one')
    await userEvent.type(next, 'purple lantern')
    await userEvent.type(again, 'purple lantern')
    await userEvent.click(submit)
    await screen.findByText("The administrator's password must be at least 15 characters.")
    expect(api.count('POST /api/password')).toBe(0)
    await userEvent.type(next, 's')
    await userEvent.type(again, 's')
    await userEvent.click(submit)
    await waitFor(() => expect(api.count('POST /api/password')).toBe(1))
  })

  it('shows a refusal at its field', async () => {
    show(person)
    const message = 'That isn’t your current password.'
    api.routes['POST /api/password'] = () => ({
      status: 400,
      body: { message, code: 'bad_request', errors: { currentPassword: message } },
    })
    await screen.findByText('Firefox')
    const { current, next, again, submit } = passwordFields()
    await userEvent.type(current, 'a guess')
    await userEvent.type(next, 'nine purple lanterns')
    await userEvent.type(again, 'nine purple lanterns')
    await userEvent.click(submit)
    await waitFor(() => expect(current.getAttribute('aria-invalid')).toBe('true'))
    const form = within(screen.getByRole('form', { name: 'Change password' }))
    expect(form.getByRole('alert')).toHaveTextContent(/^The password was not changed$/)
    expect(shownToast()).toEqual([])
  })
})

const twoStep = () => within(screen.getByRole('region', { name: 'Two-Step Login' }))

describe('two-step login', () => {
  const path = '/api/second-factor'
  const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const recoveryCodes = ['aaaa-bbbb', 'cccc-dddd']

  it('is set up with password and code, shows recovery codes once, and is turned off', async () => {
    let isOn = false
    api.routes[`GET ${path}`] = () => ({ body: { isOn, recoveryCodesLeft: isOn ? 1 : 0 } })
    api.routes[`POST ${path}`] = () => ({
      status: 201,
      body: { secret, address: `otpauth://totp/Portal:x?secret=${secret}` },
    })
    api.routes[`POST ${path}/confirm`] = ({ body }) => {
      expect(body).toEqual({ code: '123 456' })
      isOn = true
      return { body: { recoveryCodes } }
    }
    api.routes[`POST ${path}/remove`] = ({ body }) => {
      expect(body).toEqual({ currentPassword: 'the present one', code: '654 321' })
      isOn = false
      return { body: { message: 'Two-step login is off.' } }
    }
    show(person)
    await screen.findByText('Two-step login is off')
    await userEvent.type(twoStep().getByLabelText('Your password'), 'the present one')
    await userEvent.click(screen.getByRole('button', { name: 'Set Up Two-Step Login' }))
    await screen.findByRole('img', { name: 'QR code for your authenticator app' })
    screen.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')
    await userEvent.type(screen.getByLabelText('Authentication code'), '123 456')
    await userEvent.click(screen.getByRole('button', { name: 'Turn On' }))
    for (const code of recoveryCodes) await screen.findByText(code)
    await userEvent.click(screen.getByRole('button', { name: 'I’ve Saved Them' }))
    await screen.findByText(/^1 recovery code is left/)
    expect(screen.queryByText('aaaa-bbbb')).toBeNull()

    await userEvent.click(screen.getByRole('button', { name: 'Turn Off Two-Step Login' }))
    await userEvent.type(twoStep().getByLabelText('Your password'), 'the present one')
    const form = within(screen.getByRole('form', { name: 'Turn Off' }))
    await userEvent.click(form.getByRole('button', { name: 'Turn Off' }))
    await form.findByText('Enter the code from your authenticator app.')
    expect(api.count(`POST ${path}/remove`)).toBe(0)
    await userEvent.type(form.getByLabelText('Authentication code'), '654 321')
    await userEvent.click(form.getByRole('button', { name: 'Turn Off' }))
    await waitFor(() => expect(shownToast()).toEqual(['Two-step login is off']))
    await screen.findByRole('button', { name: 'Set Up Two-Step Login' })
  })
})

it('who is owed something is told before they close the account', async () => {
  const rewards = { ...fakeDesk().rewards, payableCents: 50_000, payingCents: 25_000 }
  const next = { cents: 50_000, day: '2026-12-15', waitsFor: null, minimumCents: 2_500 }
  api.routes['GET /api/referral-desk'] = () => ({ body: fakeDesk({ rewards, next }) })
  show(person)
  const closing = await screen.findByRole('region', { name: 'Close Your Account' })
  await within(closing).findByText('We still owe you $750.00 for your referrals')
  expect(closing).toHaveTextContent('wait for your next payout on Dec 15.')
})
