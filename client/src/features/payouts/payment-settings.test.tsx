import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import type { PaymentSettingsState } from '@shared/payment-settings'
import { installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { PaymentSettings } from './payment-settings'

const api = installFakeApi()
const stored: PaymentSettingsState = {
  settings: {
    method: 'ach',
    lastFour: '4321',
    changedAt: '2026-11-20T09:41:00.000Z',
    restsUntil: null,
  },
}

let state: PaymentSettingsState
let sent: unknown
beforeEach(() => {
  state = { settings: null }
  sent = undefined
  api.routes['GET /api/payment-settings'] = () => ({ body: state })
  api.routes['PUT /api/payment-settings'] = ({ body }) => {
    sent = body
    state = stored
    return { body: state }
  }
})

const show = (asksForCode = false) =>
  renderPage(<PaymentSettings email="rosa@partner.example" asksForCode={asksForCode} />)
const save = () => screen.getByRole('button', { name: 'Save Payment Settings' })

it('takes a bank account, says what is wrong with it, and then shows its end only', async () => {
  show()
  await userEvent.click(await screen.findByRole('tab', { name: 'Bank transfer (ACH)' }))
  fill('Routing number', '021000022')
  fill('Account number', '123')
  await userEvent.click(save())
  await screen.findByText('Please enter a valid routing number: nine digits, as on your checks.')
  await screen.findByText('Please enter your account number: 4 to 17 digits.')
  await screen.findByText('Password is required.')
  expect(sent).toBeUndefined()
  fill('Routing number', '0210 0002 1')
  fill('Account number', '123987654321')
  await userEvent.selectOptions(screen.getByLabelText('Account type'), 'Savings')
  fill('Your password', 'the present one')
  await userEvent.click(save())
  await waitFor(() => expect(shownToast()).toEqual(['Your payment settings are saved']))
  expect(sent).toEqual({
    method: 'ach',
    routingNumber: '021000021',
    accountNumber: '123987654321',
    accountType: 'savings',
    currentPassword: 'the present one',
  })
  expect(screen.getByRole('region', { name: 'Payment Settings' })).toHaveTextContent(
    'Bank transfer (ACH), ending in 4321',
  )
  expect(screen.queryByLabelText('Account number')).toBeNull()
})

it.each([
  [
    'Zelle',
    'Zelle email or phone number',
    '(303) 555-0199',
    { method: 'zelle', contact: '3035550199' },
  ],
  ['PayPal', 'PayPal email', 'a@x.example', { method: 'paypal', email: 'a@x.example' }],
])('takes %s, with the code of whoever has one', async (tab, label, typed, settings) => {
  show(true)
  await userEvent.click(await screen.findByRole('tab', { name: tab }))
  const panel = within(screen.getByRole('tabpanel'))
  fill(label, typed, panel)
  fill('Your password', 'the present one', panel)
  fill('Authentication code', '123456', panel)
  await userEvent.click(panel.getByRole('button', { name: 'Save Payment Settings' }))
  await waitFor(() => expect(sent).toBeDefined())
  expect(sent).toEqual({ ...settings, currentPassword: 'the present one', code: '123456' })
})

it('changes what is stored only when asked to, and says until when payouts rest', async () => {
  state = stored
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Change Payment Settings' }))
  expect(screen.getByRole('tab', { name: 'Bank transfer (ACH)', selected: true })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('button', { name: 'Change Payment Settings' })).toHaveFocus()
  expect(screen.getByRole('region', { name: 'Payment Settings' })).not.toHaveTextContent(
    'are paused until',
  )
})
