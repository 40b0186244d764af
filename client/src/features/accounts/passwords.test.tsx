import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { isCommonPassword } from '@shared/password-verdict'
import { installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fakePartner } from '@tests/support/client/fake-records'
import { fill, fillAll } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { ChangePasswordForm } from './change-password-form'
import { passwordHint } from './new-password-field'

const api = installFakeApi()
const call = 'POST /api/password'
const current = 'the present one'
const newPassword = 'nine purple lanterns'

interface Asked {
  isAdmin?: 0 | 1
  asksForCode?: boolean
}

function show({ isAdmin = 0, asksForCode = false }: Asked = {}) {
  api.routes[call] = { body: { message: 'Password changed' } }
  renderPage(
    <ChangePasswordForm user={fakePartner({ isAdmin })} asksForCode={asksForCode} />,
    '/account',
  )
}

const fillIn = (next = newPassword, again = next) =>
  fillAll({ 'Current password': current, 'New password': next, 'Confirm new password': again })
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Change Password' }))
const sent = () => api.requests.map(({ body }) => body)
const refuseAt = (field: string, message: string) => ({
  status: 400,
  body: { message, code: 'bad_request', errors: { [field]: message } },
})

describe('changing the password', () => {
  it('takes the password again from a keyboard that composes its letters otherwise', async () => {
    show()
    fillIn('neuf café violets', 'neuf café violets'.normalize('NFD'))
    await submit()
    await waitFor(() => expect(sent()).toMatchObject([{ newPassword: 'neuf café violets' }]))
  })

  it('sends both passwords, and empties the form', async () => {
    show()
    expect(screen.getByLabelText('Current password')).toHaveAttribute(
      'autocomplete',
      'current-password',
    )
    expect(screen.getByLabelText('New password')).toHaveAttribute('autocomplete', 'new-password')
    fillIn(newPassword, 'nine purple lantern')
    await submit()
    await screen.findByText("Passwords don't match")
    expect(sent()).toEqual([])
    fill('Confirm new password', newPassword)
    await submit()
    const done = ['Password changed', 'You’re logged out on all other devices.']
    await waitFor(() => expect(shownToast()).toEqual(done))
    expect(sent()).toEqual([{ currentPassword: current, newPassword }])
    for (const label of ['Current password', 'New password', 'Confirm new password'])
      expect(screen.getByLabelText(label)).toHaveValue('')
  })

  it('asks 15 characters of the administrator, before the server does', async () => {
    show({ isAdmin: 1 })
    fillIn('purple lantern')
    await submit()
    await screen.findByText("The administrator's password must be at least 15 characters.")
    expect(sent()).toEqual([])
    fillIn('purple lanterns')
    await submit()
    await waitFor(() => expect(sent()).toHaveLength(1))
  })

  it('shows a refusal at its field', async () => {
    show()
    api.routes[call] = refuseAt('currentPassword', 'That isn’t your current password.')
    fillIn()
    await submit()
    await waitFor(() => expect(screen.getByLabelText('Current password')).toBeInvalid())
    expect(screen.getByRole('alert')).toHaveTextContent(/^The password was not changed$/)
    expect(shownToast()).toEqual([])
  })

  it('sends a code along where two-step login is on', async () => {
    show({ asksForCode: true })
    // Password managers take the field before a password for the username.
    const names = [...screen.getByRole<HTMLFormElement>('form').elements].map((field) =>
      field.getAttribute('autocomplete'),
    )
    expect(names.filter(Boolean)).toEqual([
      'username',
      'current-password',
      'new-password',
      'new-password',
      'one-time-code',
    ])
    fillIn()
    fill('Authentication code', '123 456')
    await submit()
    await waitFor(() =>
      expect(sent()).toEqual([{ currentPassword: current, newPassword, code: '123 456' }]),
    )
  })

  it('asks for a code as soon as the server wants one', async () => {
    show()
    api.routes[call] = refuseAt('code', 'Enter the code from your authenticator app.')
    expect(screen.queryByLabelText('Authentication code')).toBeNull()
    fillIn()
    await submit()
    await waitFor(() => expect(screen.getByLabelText('Authentication code')).toHaveFocus())
  })
})

describe('the hint under a new password', () => {
  const owner = { email: 'rosa.delgado@partner.example', firstName: 'Rosa', lastName: 'Delgado' }
  const advice = '15 or more characters are safer.'
  const tooCommon = 'This password is too common. Please choose another.'

  it.each([
    ['', 'At least 8 characters.'],
    ['short', 'At least 8 characters.'],
    ['password1', tooCommon],
    ['aaaaaaaa', tooCommon],
    ['Summer2025!', tooCommon],
    ['rosa.delgado', tooCommon],
    ['Delgado1988', tooCommon],
    ['vq7#mTz2', `Strong enough. ${advice}`],
    ['seven green bicycles', 'Strong enough.'],
    ['é'.repeat(513), 'Please use at most 1,024 bytes.'],
  ])('of %j is %j', (password, hint) => {
    expect(passwordHint({ password, owner, isCommonPassword })).toBe(hint)
  })

  it.each(['password1', 'vq7#mTz2', 'seven green bicycles'])(
    'calls %s neither strong enough nor refused before the list of common ones is loaded',
    (password) => {
      expect(passwordHint({ password, owner, isCommonPassword: null })).toBe(advice)
    },
  )

  it('calls nothing strong enough where the page does not know whose password it is', () => {
    const known = { owner: null, isCommonPassword }
    expect(passwordHint({ password: 'password1', ...known })).toBe(tooCommon)
    expect(passwordHint({ password: 'rosa.delgado', ...known })).toBe(advice)
  })

  it('asks 15 characters of the administrator', () => {
    const asked = { password: 'vq7#mTz2', owner, isCommonPassword: null, minLength: 15 }
    expect(passwordHint(asked)).toBe('At least 15 characters.')
  })
})
