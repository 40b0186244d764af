import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { EmailTemplate, ListedMail } from '@shared/mail'
import { holdFetch, installFakeApi, type FakeRoutes } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { EmailPage } from './email-page'

const api = installFakeApi()

const templates: EmailTemplate[] = [
  {
    id: 'welcome',
    name: 'Welcome',
    subject: 'Hello {{firstName}}',
    body: 'Come in.',
    isEdited: false,
  },
  { id: 'approved', name: 'Approved', subject: 'Good news', body: 'Approved.', isEdited: true },
]
const mail: ListedMail = {
  id: 4,
  recipient: 'ada@partner.example',
  subject: 'Good news',
  status: 'failed',
  attempts: 12,
  lastError: 'The mail server refused the recipient. Check the address.',
  canResend: true,
  nextAttemptAt: null,
  createdAt: '2026-11-20T09:41:00.000Z',
  sentAt: null,
}

function open(options: { hasSender: boolean; at?: string; more?: FakeRoutes }) {
  const sender = options.hasSender ? { source: 'settings', from: 'office@mail.example' } : null
  api.routes = {
    'GET /api/admin/settings/email': { body: { sender } },
    'GET /api/admin/email-templates': { body: templates },
    'GET /api/admin/emails': { body: [mail] },
    ...options.more,
  }
  const calls = api.requests
  return { calls, ...renderPage(<EmailPage />, `/admin/email${options.at ?? ''}`) }
}

const form = () => screen.getByRole('form', { name: 'Send Email' })
const shown = (text: string) => screen.findAllByText(text)
const sendButton = () => within(form()).getByRole('button', { name: 'Send Email' })

describe('without a sender', () => {
  it('a banner asks for a key, and Send Email is disabled', async () => {
    open({ hasSender: false })
    expect(await screen.findByText(/email service key, such as a SendGrid API key/)).toBeVisible()
    expect(sendButton()).toBeDisabled()
  })

  it('the checks and the draft work, and nothing is sent', async () => {
    const { user, calls } = open({ hasSender: false })
    await user.type(await screen.findByLabelText('Recipient Email'), 'a@b.example')
    await user.type(screen.getByLabelText('Subject'), 'Hello')
    await user.type(screen.getByLabelText('Message'), 'Text')
    fireEvent.submit(form())
    expect(await shown('Failed to send email')).not.toHaveLength(0)
    expect(calls.some(({ method }) => method === 'POST')).toBe(false)
    expect(screen.getByLabelText('Message')).toHaveValue('Text')
  })
})

describe('the checks', () => {
  it('come in the order of the form', async () => {
    const { user } = open({ hasSender: true })
    await waitFor(() => expect(sendButton()).toBeEnabled())
    for (const [field, title, text] of [
      ['Recipient Email', 'Email recipient required', 'Please enter a recipient email address'],
      ['Subject', 'Subject required', 'Please enter an email subject'],
      ['Message', 'Email body required', 'Please enter an email body'],
    ] as const) {
      await user.click(sendButton())
      expect(await shown(title)).not.toHaveLength(0)
      expect(await shown(text)).not.toHaveLength(0)
      expect(screen.getByLabelText(field)).toHaveFocus()
      await user.type(screen.getByLabelText(field), 'a@b.example')
    }
  })

  it('let a whole draft through to the outbox', async () => {
    const more = { 'POST /api/admin/emails': { status: 201, body: mail } }
    const { user, calls } = open({ hasSender: true, more })
    await waitFor(() => expect(sendButton()).toBeEnabled())
    await user.type(await screen.findByLabelText('Recipient Email'), 'a@b.example')
    await user.type(screen.getByLabelText('Subject'), 'Hello')
    await user.type(screen.getByLabelText('Message'), 'Text')
    await user.click(sendButton())
    expect(await shown('Email queued')).not.toHaveLength(0)
    const body = { to: 'a@b.example', subject: 'Hello', body: 'Text' }
    expect(calls).toContainEqual({ method: 'POST', path: '/api/admin/emails', body })
    expect(screen.getByLabelText('Message')).toHaveValue('')
  })

  it('leave a draft alone that was begun while another one was sent', async () => {
    const more = { 'POST /api/admin/emails': { status: 201, body: mail } }
    const { user } = open({ hasSender: true, more })
    await waitFor(() => expect(sendButton()).toBeEnabled())
    await user.type(await screen.findByLabelText('Recipient Email'), 'a@b.example')
    await user.selectOptions(await screen.findByLabelText(/^Template/), 'Approved')
    const answer = holdFetch()
    await user.click(sendButton())
    await user.click(screen.getByRole('tab', { name: 'Email Templates' }))
    const [useFirst] = await screen.findAllByRole('button', { name: /^Use This Template/ })
    if (useFirst) await user.click(useFirst)
    answer()
    expect(await shown('Email queued')).not.toHaveLength(0)
    expect(screen.getByLabelText('Message')).toHaveValue('Come in.')
  })

  it('show what the server has against a field at that field', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const message = 'Mail to this address comes back.'
    const refusal = { message, code: 'bad_request', errors: { to: message } }
    const more = { 'POST /api/admin/emails': { status: 400, body: refusal } }
    const { user } = open({ hasSender: true, more })
    await waitFor(() => expect(sendButton()).toBeEnabled())
    const recipient = screen.getByLabelText('Recipient Email')
    await user.type(recipient, 'nobody@partner.example')
    await user.selectOptions(await screen.findByLabelText(/^Template/), 'Approved')
    await user.click(sendButton())
    await waitFor(() => expect(recipient).toHaveAccessibleDescription(message))
    await waitFor(() => expect(recipient).toHaveFocus())
    await user.type(recipient, '.org')
    await waitFor(() => expect(recipient).toBeValid())
    expect(recipient).not.toHaveAccessibleDescription(message)
  })

  it('keep the draft when sending fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const refusal = { message: 'No mail sender is configured.', code: 'conflict' }
    const more = { 'POST /api/admin/emails': { status: 409, body: refusal } }
    const { user } = open({ hasSender: true, more })
    await waitFor(() => expect(sendButton()).toBeEnabled())
    await user.type(await screen.findByLabelText('Recipient Email'), 'a@b.example')
    await user.selectOptions(await screen.findByLabelText(/^Template/), 'Approved')
    await user.click(sendButton())
    expect(await shown('Failed to send email')).not.toHaveLength(0)
    expect(await shown(refusal.message)).not.toHaveLength(0)
    expect(screen.getByLabelText('Message')).toHaveValue('Approved.')
  })
})

describe('the templates', () => {
  it('fill the form, from the picker and by Use This Template', async () => {
    const { user } = open({ hasSender: false })
    await screen.findByRole('option', { name: 'Approved' })
    await user.type(await screen.findByLabelText('Recipient Email'), 'a@b.example')
    await user.selectOptions(screen.getByLabelText(/^Template/), 'Approved')
    expect(screen.getByLabelText('Subject')).toHaveValue('Good news')
    await user.click(screen.getByRole('tab', { name: 'Email Templates' }))
    expect(window.location.search).toBe('?tab=templates')
    await user.click(screen.getByRole('button', { name: 'Use This Template: Welcome' }))
    expect(screen.getByRole('tab', { name: 'Send Email' })).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByLabelText('Subject')).toHaveValue('Hello {{firstName}}')
    expect(screen.getByLabelText('Message')).toHaveValue('Come in.')
    expect(screen.getByLabelText('Recipient Email')).toHaveValue('a@b.example')
  })

  it('are previewed while they are edited, and keep out unknown placeholders', async () => {
    const { user, calls } = open({
      hasSender: true,
      at: '?tab=templates',
      more: { 'PATCH /api/admin/email-templates/welcome': { body: templates[0] } },
    })
    await user.click(await screen.findByRole('button', { name: 'Edit Welcome' }))
    const dialog = screen.getByRole('dialog', { name: 'Edit Welcome' })
    const box = within(dialog).getByLabelText('Message')
    await user.clear(box)
    await user.type(box, 'Dear {{{{lastName}} of {{{{planet}}')
    const preview = within(dialog).getByRole('region', { name: 'Preview' })
    expect(preview).toHaveTextContent('Dear Avery of {{planet}}')
    await user.click(within(dialog).getByRole('button', { name: 'Save Template' }))
    expect(await within(dialog).findByText('Unknown placeholder: {{planet}}')).toBeVisible()
    expect(calls.some(({ method }) => method === 'PATCH')).toBe(false)
    await user.clear(box)
    await user.type(box, 'Dear you')
    await user.click(within(dialog).getByRole('button', { name: 'Save Template' }))
    expect(await shown('Template saved')).not.toHaveLength(0)
  })

  it('can be reset once edited', async () => {
    const question = vi.fn(() => true)
    vi.stubGlobal('confirm', question)
    const { user } = open({
      hasSender: true,
      at: '?tab=templates',
      more: { 'DELETE /api/admin/email-templates/approved': { body: templates[1] } },
    })
    await user.click(await screen.findByRole('button', { name: 'Reset Approved' }))
    expect(question).toHaveBeenCalledOnce()
    expect(await shown('Template reset')).not.toHaveLength(0)
    expect(screen.queryByRole('button', { name: 'Reset Welcome' })).toBeNull()
  })
})

describe('the outbox', () => {
  it('says why a mail failed and sends it again', async () => {
    const more = { 'POST /api/admin/emails/4/resend': { body: { ...mail, status: 'queued' } } }
    const { user } = open({ hasSender: true, at: '?tab=outbox', more })
    expect(await screen.findByText(mail.lastError ?? '')).toBeVisible()
    await user.click(screen.getByRole('button', { name: /^Resend/ }))
    expect(await shown('Email queued')).not.toHaveLength(0)
  })

  it('cancels a queued mail, and says so when it is too late', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const queued = { ...mail, status: 'queued', nextAttemptAt: mail.createdAt }
    const message = 'This email is no longer waiting to be sent.'
    const { user } = open({
      hasSender: true,
      at: '?tab=outbox',
      more: {
        'GET /api/admin/emails': { body: [queued] },
        'POST /api/admin/emails/4/cancel': { status: 409, body: { message, code: 'conflict' } },
      },
    })
    expect(await screen.findByText(/^Attempt 13 at/)).toBeVisible()
    expect(screen.getByRole('option', { name: 'Canceled' })).toHaveValue('cancelled')
    await user.click(screen.getByRole('button', { name: /^Cancel/ }))
    expect(await shown(message)).not.toHaveLength(0)
  })
})
