import { fakeMailSettings } from '@tests/support/mail/no-mail-settings'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { SettingsPage } from './settings-page'

const api = installFakeApi()

const path = '/api/admin/settings/email'
const settings = fakeMailSettings({ email: 'old@mail.example', appPassword: true })
const wrong = 'This is not your current password.'
let isConfirmed: boolean
let saved: unknown

beforeEach(async () => {
  isConfirmed = false
  saved = undefined
  const reauthenticationNeeded = {
    status: 403,
    body: { message: 'Confirm it’s you first.', code: 'reauthentication-required' },
  }
  api.routes['GET /api/user'] = () => ({ body: { id: 1, email: 'boss@portal.example' } })
  api.routes[`GET ${path}`] = () => ({ body: settings })
  api.routes[`POST ${path}`] = ({ body }) => {
    if (!isConfirmed) return reauthenticationNeeded
    saved = body
    return { body: { ...settings, email: 'new@mail.example' } }
  }
  api.routes[`POST ${path}/test-connection`] = () =>
    isConfirmed ? { body: { success: true, message: 'It works.' } } : reauthenticationNeeded
  api.routes['POST /api/reauthenticate'] = ({ body }) => {
    const { password, code } = Object(body)
    if (password !== 'the present one') {
      return {
        status: 400,
        body: { message: wrong, code: 'bad_request', errors: { password: wrong } },
      }
    }
    expect(code).toBe('123456')
    isConfirmed = true
    return { body: { message: 'Thank you. You can continue.' } }
  }
  renderPage(<SettingsPage />, '/admin/settings')
  const email = await screen.findByLabelText('Email Address')
  await userEvent.clear(email)
  await userEvent.type(email, 'new@mail.example')
  await userEvent.type(screen.getByLabelText('App Password (optional)'), 'abcd efgh')
})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function prove(password: string) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm It’s You' }))
  await userEvent.clear(dialog.getByLabelText('Your password'))
  await userEvent.type(dialog.getByLabelText('Your password'), password)
  await userEvent.clear(dialog.getByLabelText('Authentication code'))
  await userEvent.type(dialog.getByLabelText('Authentication code'), '123456')
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
  return dialog
}

it('asks for password and code, and then saves what was typed', async () => {
  await press('Save Settings')
  const dialog = await prove('a guess')
  await dialog.findByText(wrong)
  expect(saved).toBeUndefined()
  await prove('the present one')
  await waitFor(() =>
    expect(saved).toMatchObject({ email: 'new@mail.example', appPassword: 'abcd efgh' }),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(shownToast()).toContain('Password updated'))
})

it('does so for a test of the connection, too', async () => {
  await press('Test Connection')
  await prove('the present one')
  await screen.findByText('It works.')
})

it('keeps what was typed when it is canceled', async () => {
  await press('Save Settings')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText('Email Address')).toHaveValue('new@mail.example')
  expect(screen.getByLabelText('App Password (optional)')).toHaveValue('abcd efgh')
  expect(saved).toBeUndefined()
})
