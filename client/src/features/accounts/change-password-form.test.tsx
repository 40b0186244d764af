import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { CurrentUser } from '@shared/accounts'
import { installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { ChangePasswordForm } from './change-password-form'

const api = installFakeApi()

const admin: CurrentUser = {
  id: 1,
  firstName: 'Portal',
  lastName: 'Administrator',
  email: 'boss@portal.example',
  phoneNumber: '',
  status: 'approved',
  statusReason: null,
  statusAt: null,
  isAdmin: 1,
  createdAt: '2026-11-20T10:00:00.000Z',
}
const newPassword = 'nine purple lanterns over Denver'

async function changePassword(code?: string) {
  await userEvent.type(screen.getByLabelText('Current password'), 'the present one')
  if (code) await userEvent.type(screen.getByLabelText('Authentication code'), code)
  await userEvent.type(screen.getByLabelText('New password'), newPassword)
  await userEvent.type(screen.getByLabelText('Confirm new password'), newPassword)
  await userEvent.click(screen.getByRole('button', { name: 'Change Password' }))
}

it('sends a code along where two-step login is on', async () => {
  let sent: unknown
  api.routes['POST /api/password'] = ({ body }) => {
    sent = body
    return { body: { message: 'Password changed' } }
  }
  renderPage(<ChangePasswordForm user={admin} asksForCode />, '/account')
  await changePassword('123 456')
  const change = { currentPassword: 'the present one', newPassword, code: '123 456' }
  await waitFor(() => expect(sent).toEqual(change))
})

it('asks for a code as soon as the server wants one', async () => {
  const message = 'Enter the code from your authenticator app.'
  api.routes['POST /api/password'] = () => ({
    status: 400,
    body: { message, code: 'bad_request', errors: { code: message } },
  })
  renderPage(<ChangePasswordForm user={admin} />, '/account')
  expect(screen.queryByLabelText('Authentication code')).toBeNull()
  await changePassword()
  await waitFor(() => expect(screen.getByLabelText('Authentication code')).toHaveFocus())
})
