import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import type { PaymentSettingsState } from '@shared/payment-settings'
import { fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
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

function show(asksForCode = false) {
  api.routes['GET /api/second-factor'] = { body: { isOn: asksForCode, recoveryCodesLeft: 0 } }
  renderPage(<PaymentSettings />)
}

async function question() {
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm It’s You' }))
  await dialog.findByLabelText('Your password')
  return dialog
}

const goOn = { name: 'Continue' }
const save = () => screen.getByRole('button', { name: 'Save Payment Settings' })

it('takes a bank account, says what is wrong with it, and then shows its end only', async () => {
  show()
  await userEvent.click(await screen.findByRole('tab', { name: 'Bank transfer (ACH)' }))
  fill('Routing number', '021000022')
  fill('Account number', '123')
  await userEvent.click(save())
  await screen.findByText('Please enter a valid routing number: nine digits, as on your checks.')
  await screen.findByText('Please enter your account number: 4 to 17 digits.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toBeUndefined()
  fill('Routing number', '0210 0002 1')
  fill('Account number', '123987654321')
  await userEvent.selectOptions(screen.getByLabelText('Account type'), 'Savings')
  await userEvent.click(save())
  const dialog = await question()
  fill('Your password', 'the present one', dialog)
  await userEvent.click(dialog.getByRole('button', goOn))
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
  await userEvent.click(panel.getByRole('button', { name: 'Save Payment Settings' }))
  const dialog = await question()
  fill('Your password', 'the present one', dialog)
  fill('Authentication code', '123456', dialog)
  await userEvent.click(dialog.getByRole('button', goOn))
  await waitFor(() => expect(sent).toBeDefined())
  expect(sent).toEqual({ ...settings, currentPassword: 'the present one', code: '123456' })
})

it('changes what is stored only when asked to, and says until when payouts are paused', async () => {
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

it('asks for the password each time; a wrong one stays in the dialog, and nothing typed is lost', async () => {
  const wrong = 'That isn’t your current password.'
  api.routes['PUT /api/payment-settings'] = ({ body }) => {
    if (Object(body).currentPassword === 'the present one') return { body: stored }
    return { status: 400, body: { message: wrong, errors: { currentPassword: wrong } } }
  }
  show()
  const contact = await screen.findByLabelText('Zelle email or phone number')
  fill('Zelle email or phone number', 'rosa@mail.example')
  await userEvent.click(save())
  const dialog = await question()
  fill('Your password', 'not this one', dialog)
  await userEvent.click(dialog.getByRole('button', goOn))
  await dialog.findByText(wrong)
  expect(shownToast()).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await screen.findByText('Your payment settings were not saved')
  expect(contact).toHaveValue('rosa@mail.example')
  await userEvent.click(save())
  fill('Your password', 'the present one', await question())
  await userEvent.click((await question()).getByRole('button', goOn))
  await waitFor(() => expect(shownToast()).toEqual(['Your payment settings are saved']))
  expect(api.calls).not.toContain('POST /api/reauthenticate')
})

it('says in the form what has nothing to do with the password', async () => {
  const message = 'The portal is busy. Please try again in a moment.'
  api.routes['PUT /api/payment-settings'] = fakeRefusal(503, message)
  show()
  await screen.findByLabelText('Zelle email or phone number')
  fill('Zelle email or phone number', 'rosa@mail.example')
  await userEvent.click(save())
  fill('Your password', 'the present one', await question())
  await userEvent.click((await question()).getByRole('button', goOn))
  await screen.findByText(message)
  expect(screen.queryByRole('dialog')).toBeNull()
})
