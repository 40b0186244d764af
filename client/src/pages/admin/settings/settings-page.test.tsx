import { fakeMailSettings } from '@tests/support/mail/no-mail-settings'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { EmailSettings } from '@shared/mail'
import { installFakeApi, type FakeRoutes } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { SettingsPage } from './settings-page'

const api = installFakeApi()

const path = '/api/admin/settings/email'
const none = fakeMailSettings()
const own: EmailSettings = {
  ...none,
  email: 'office@mail.example',
  appPassword: true,
  sender: { source: 'settings', from: 'office@mail.example', host: 'smtp.gmail.com', port: 465 },
}
const environment: EmailSettings = {
  ...none,
  sender: { source: 'environment', from: 'env@mail.example', host: 'relay.example', port: 587 },
  hasDefault: true,
}

function open(settings: EmailSettings, answers: FakeRoutes = {}) {
  api.routes = {
    [`GET ${path}`]: { body: settings },
    [`POST ${path}`]: { body: own },
    ...answers,
  }
  const calls = api.requests
  return { calls, ...renderPage(<SettingsPage />, '/admin/settings') }
}

const emailBox = () => screen.findByLabelText('Email Address')
const button = (name: string) => screen.getByRole('button', { name })
const shown = (text: string | RegExp) => screen.findAllByText(text)
const sent = (calls: typeof api.requests, call: string) =>
  calls.find(({ method, path: to }) => `${method} ${to}` === call)?.body

describe('the settings screen', () => {
  it('has both tabs, and shows service, host, port and SSL without letting them be changed', async () => {
    const { user } = open(none)
    await emailBox()
    for (const [label, value] of [
      ['Service', 'gmail'],
      ['SMTP Host', 'smtp.gmail.com'],
      ['SMTP Port', '465'],
      ['SSL/TLS', 'Enabled'],
    ] as const) {
      expect(screen.getByLabelText(label)).toHaveValue(value)
      expect(screen.getByLabelText(label)).toHaveAttribute('readonly')
    }
    await user.click(screen.getByRole('tab', { name: 'Other Settings' }))
    expect(screen.getByText('No additional settings available yet.')).toBeVisible()
  })

  it.each([
    [none, 'No mail sender is configured', 'can’t send email until'],
    [
      own,
      'The portal sends from this mailbox',
      'from office@mail.example through smtp.gmail.com, port 465',
    ],
    [
      environment,
      'The portal sends from the server’s mailbox',
      'from env@mail.example through relay.example, port 587',
    ],
  ])('says which mailbox the portal sends from', async (settings, title, text) => {
    open(settings)
    expect(await screen.findByText(title)).toBeVisible()
    expect(screen.getByText(text, { exact: false })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Use Default Mailbox' })).toBeNull()
  })

  it.each([
    [none, 'No default mailbox is set up. Enter this mailbox’s app password.'],
    [own, 'A password is saved. Leave this empty to keep it.'],
    [environment, 'Leave this empty to use the server’s default mailbox.'],
  ])('says what an empty password means', async (settings, hint) => {
    open(settings)
    await emailBox()
    expect(screen.getByLabelText(/^App Password/)).toHaveAccessibleDescription(hint)
  })

  it('goes back to the default mailbox of the server when asked to', async () => {
    const question = vi.fn(() => false)
    vi.stubGlobal('confirm', question)
    const back = { [`POST ${path}`]: { body: environment } }
    const { user, calls } = open({ ...own, hasDefault: true }, back)
    await user.click(await screen.findByRole('button', { name: 'Use Default Mailbox' }))
    expect(question).toHaveBeenCalledOnce()
    expect(sent(calls, `POST ${path}`)).toBeUndefined()
    question.mockReturnValue(true)
    await user.click(button('Use Default Mailbox'))
    expect(await shown('The portal sends from the server’s mailbox')).not.toHaveLength(0)
    expect(sent(calls, `POST ${path}`)).toMatchObject({
      email: own.email,
      appPassword: 'DEFAULT',
    })
  })

  it('refuses an address that is none', async () => {
    const { user, calls } = open(none)
    await user.type(await emailBox(), 'nobody')
    await user.click(button('Save Settings'))
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible()
    expect(sent(calls, `POST ${path}`)).toBeUndefined()
  })

  it.each([
    ['an empty password keeps the stored one', own, '', 'UNCHANGED', 'Password unchanged'],
    ['without a stored one it asks for the default mailbox', none, '', 'DEFAULT', 'Settings saved'],
    ['a typed password is sent', own, 'abcd efgh', 'abcd efgh', 'Password updated'],
  ])('%s', async (_name, settings, typed, appPassword, title) => {
    const { user, calls } = open(settings)
    await user.clear(await emailBox())
    await user.type(await emailBox(), 'office@mail.example')
    if (typed) await user.type(screen.getByLabelText(/^App Password/), typed)
    await user.click(button('Save Settings'))
    expect(await shown(title)).not.toHaveLength(0)
    expect(sent(calls, `POST ${path}`)).toEqual({
      email: 'office@mail.example',
      appPassword,
      host: 'smtp.gmail.com',
      port: 465,
      secure: true,
      service: 'gmail',
    })
    await waitFor(() => expect(screen.getByLabelText(/^App Password/)).toHaveValue(''))
  })

  it('says in the server’s words why saving failed', async () => {
    const message = 'No default mailbox is configured.'
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { user } = open(none, {
      [`POST ${path}`]: {
        status: 400,
        body: { message, code: 'bad_request', errors: { appPassword: message } },
      },
    })
    await user.type(await emailBox(), 'office@mail.example')
    await user.click(button('Save Settings'))
    expect(await shown('Failed to save settings')).not.toHaveLength(0)
    expect(await shown(message)).not.toHaveLength(0)
    expect(screen.getByLabelText(/^App Password/)).toHaveAccessibleDescription(
      expect.stringContaining(message),
    )
  })

  it.each([
    [true, 'Connection Successful', 'status'],
    [false, 'Connection Failed', 'alert'],
  ])('tells how the connection test went: %s', async (success, title, role) => {
    const { user, calls } = open(own, {
      [`POST ${path}/test-connection`]: { body: { success, message: 'What the server said.' } },
    })
    await emailBox()
    await user.click(button('Test Connection'))
    const heading = await screen.findByText(title)
    expect(heading.closest(`[role=${role}]`)).toHaveTextContent('What the server said.')
    expect(sent(calls, `POST ${path}/test-connection`)).toMatchObject({ appPassword: 'UNCHANGED' })
  })
})

const form = () => screen.getByRole('form', { name: 'Send Test Email' })

describe('the test mail', () => {
  it('waits for settings', async () => {
    open(none)
    await emailBox()
    expect(within(form()).getByRole('button')).toBeDisabled()
  })

  it('refuses what cannot be an address', async () => {
    const { user, calls } = open(own)
    await emailBox()
    await user.type(screen.getByLabelText('Recipient'), 'nobody')
    await user.click(within(form()).getByRole('button'))
    expect(await shown('Invalid email address')).not.toHaveLength(0)
    expect(await shown('Please enter a valid email address.')).not.toHaveLength(0)
    expect(sent(calls, `POST ${path}/send-test`)).toBeUndefined()
  })

  it.each([
    [{ success: true }, 'Test email sent successfully to you@mail.example!'],
    [{ success: false, error: 'Refused.' }, 'Failed to send test email: Refused.'],
  ])('tells how it went: %j', async (body, text) => {
    const { user } = open(own, { [`POST ${path}/send-test`]: { body } })
    await emailBox()
    await user.type(screen.getByLabelText('Recipient'), 'you@mail.example')
    fireEvent.submit(form())
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.queryAllByText('Failed to Send Email')).toHaveLength(body.success ? 0 : 1)
  })
})
