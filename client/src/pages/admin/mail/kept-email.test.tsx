import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { EmailTemplate } from '@shared/mail'
import { installFakeApi } from '@tests/support/client/fake-api'
import { fillAll } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { EmailPage } from './email-page'

const api = installFakeApi()
const templates: EmailTemplate[] = [
  { id: 'approved', name: 'Approved', subject: 'Good news', body: 'Approved.', isEdited: false },
]

const ana = '/admin/email?to=ana@partner.example'
const recipient = () => screen.getByLabelText('Recipient Email')
const message = () => screen.getByLabelText('Message')

/** As after a reload. */
async function open(address: string) {
  cleanup()
  api.routes = {
    'GET /api/admin/settings/email': {
      body: { sender: { source: 'settings', from: 'office@mail.example' } },
    },
    'GET /api/admin/email-templates': { body: templates },
    'GET /api/admin/emails': { body: [] },
    'GET /api/admin/emails/recipient': {
      body: { name: 'Ana Ruiz', emails: 'agreed', status: 'pending' },
    },
  }
  const { user } = renderPage(<EmailPage />, address)
  await screen.findByRole('form', { name: 'Send Email' })
  return user
}

it('an email to one person is not shown for the next, and keeps a recipient who was changed', async () => {
  await open(ana)
  expect(recipient()).toHaveValue('ana@partner.example')
  fillAll({ 'Recipient Email': 'ana@home.example', Message: 'Dear Ana' })
  window.history.replaceState(null, '', '/admin/email?to=ben@partner.example')
  act(() => {
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  await waitFor(() => expect(recipient()).toHaveValue('ben@partner.example'))
  expect(message()).toHaveValue('')
  const user = await open(ana)
  expect(recipient()).toHaveValue('ana@home.example')
  expect(message()).toHaveValue('Dear Ana')
  await user.click(screen.getByRole('tab', { name: 'Outbox' }))
  await user.click(screen.getByRole('tab', { name: 'Send Email' }))
  expect(message()).toHaveValue('Dear Ana')
})

it('an email is still held to its template after a reload', async () => {
  const user = await open(ana)
  await screen.findByRole('option', { name: 'Approved' })
  await user.selectOptions(screen.getByLabelText(/^Template/), 'Approved')
  await open(ana)
  expect(await screen.findByText(/“Approved” doesn’t fit/)).toBeVisible()
  expect(screen.getByLabelText(/^Template/)).toHaveValue('approved')
  expect(screen.getByRole('button', { name: 'Send Email' })).toBeDisabled()
})
