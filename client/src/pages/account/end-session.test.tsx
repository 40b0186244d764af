import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fakeDesk, fakePartner } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { AccountPage } from './account-page'

const api = installFakeApi()

const times = { startedAt: '2026-11-20T10:00:00.000Z', lastUsedAt: '2026-11-20T11:00:00.000Z' }
const here = { ...times, ref: 'here', browser: 'Firefox', isCurrent: true }
const phone = { ...times, ref: 'phone', browser: 'Chrome', isCurrent: false }

it('a session is ended once the password was given again', async () => {
  let isConfirmed = false
  let listed = [here, phone]
  api.routes['GET /api/user'] = () => ({ body: fakePartner() })
  api.routes['GET /api/consents'] = () => ({ body: [] })
  api.routes['GET /api/mail-choices'] = () => ({ body: [] })
  api.routes['GET /api/referral-desk'] = () => ({ body: fakeDesk() })
  api.routes['GET /api/second-factor'] = () => ({
    body: { isOn: false, isRequired: false, recoveryCodesLeft: 0 },
  })
  api.routes['GET /api/sessions'] = () => ({ body: listed })
  api.routes['DELETE /api/sessions/phone'] = () => {
    const message = 'Confirm it’s you first, with your password.'
    if (!isConfirmed) return { status: 403, body: { message, code: 'reauthentication-required' } }
    listed = [here]
    return { body: { message: 'The session has ended.' } }
  }
  api.routes['POST /api/reauthenticate'] = ({ body }) => {
    expect(body).toEqual({ password: 'the present one' })
    isConfirmed = true
    return { body: { message: 'Thank you. You can continue.' } }
  }
  renderPage(<AccountPage />, '/account')

  await userEvent.click(await screen.findByRole('button', { name: /^End Chrome/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm It’s You' }))
  expect(dialog.queryByLabelText('Authentication code')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(shownToast()[0]).toBe('The session was not ended'))
  screen.getByText('Chrome')

  await userEvent.click(screen.getByRole('button', { name: /^End Chrome/ }))
  const again = within(await screen.findByRole('dialog', { name: 'Confirm It’s You' }))
  await userEvent.type(again.getByLabelText('Your password'), 'the present one')
  await userEvent.click(again.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(shownToast()).toEqual(['Session ended']))
  await screen.findByText('You’re not logged in anywhere else.')
})
