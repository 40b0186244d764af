import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { EmailPage } from './email-page'

const api = installFakeApi()

function show(emails: string) {
  const sender = { source: 'settings', from: 'office@mail.example' }
  api.routes = {
    'GET /api/admin/settings/email': { body: { sender } },
    'GET /api/admin/email-templates': { body: [] },
    'GET /api/admin/emails': { body: [] },
    'GET /api/admin/emails/recipient': { body: { name: 'Noor Haddad', emails } },
  }
  return renderPage(<EmailPage />, '/admin/email')
}

const sendButton = () => screen.getByRole('button', { name: 'Send Email' })

describe('the recipient’s wish', () => {
  it('withdrawn, is said, and nothing can be sent', async () => {
    const { user } = show('withdrawn')
    await waitFor(() => expect(sendButton()).toBeEnabled())
    await user.type(await screen.findByLabelText('Recipient Email'), 'noor@partner.example')
    expect(await screen.findByText('Noor Haddad doesn’t want emails from us.')).toBeVisible()
    expect(sendButton()).toBeDisabled()
    await user.clear(screen.getByLabelText('Recipient Email'))
    await waitFor(() => expect(sendButton()).toBeEnabled())
    expect(screen.queryByText(/doesn’t want emails/)).toBeNull()
    expect(api.requests.filter(({ path }) => path.includes('recipient')).at(-1)?.path).toBe(
      '/api/admin/emails/recipient?email=noor%40partner.example',
    )
  })

  it('unasked, is said, and leaves it to the administrator', async () => {
    const { user } = show('unasked')
    await user.type(await screen.findByLabelText('Recipient Email'), 'noor@partner.example')
    expect(await screen.findByText('Noor Haddad hasn’t agreed to emails from us.')).toBeVisible()
    expect(sendButton()).toBeEnabled()
  })

  it('given, needs no words', async () => {
    const { user } = show('agreed')
    await user.type(await screen.findByLabelText('Recipient Email'), 'noor@partner.example')
    await waitFor(() => expect(api.count('GET /api/admin/emails/recipient')).toBeGreaterThan(0))
    expect(screen.queryByText(/Noor Haddad/)).toBeNull()
  })
})
