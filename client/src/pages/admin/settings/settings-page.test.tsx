import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { EmailSettings } from '@shared/mail'
import { SettingsPage } from './settings-page'
import {
  fakeRefusal,
  installFakeApi,
  shownToast,
  type FakeRoutes,
} from '@tests/support/client/fake-api'
import { heard } from '@tests/support/client/hear'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { fakeMailSettings } from '@tests/support/mail/no-mail-settings'

const api = installFakeApi()

const path = '/api/admin/settings/email'
const save = `POST ${path}`
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

async function open(settings: EmailSettings, answers: FakeRoutes = {}) {
  Object.assign(api.routes, { [`GET ${path}`]: { body: settings }, [save]: { body: own } })
  Object.assign(api.routes, answers)
  renderPage(<SettingsPage />, '/admin/settings')
  await screen.findByLabelText('Email Address')
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const shown = (text: string | RegExp) => screen.findAllByText(text)
const appPasswordBox = () => screen.getByLabelText(/^App Password/)
const sent = (to = path) =>
  api.requests.find((call) => call.method === 'POST' && call.path === to)?.body

describe('the settings screen', () => {
  it('has both tabs, and shows service, host, port and SSL without letting them be changed', async () => {
    await open(none)
    for (const [label, value] of [
      ['Service', 'gmail'],
      ['SMTP Host', 'smtp.gmail.com'],
      ['SMTP Port', '465'],
      ['SSL/TLS', 'Enabled'],
    ] as const) {
      expect(screen.getByLabelText(label)).toHaveValue(value)
      expect(screen.getByLabelText(label)).toHaveAttribute('readonly')
    }
    const tabs = screen.getAllByRole('tab').map((tab) => tab.textContent)
    expect(tabs).toEqual(['Email Configuration', 'Other Settings'])
    await userEvent.click(screen.getByRole('tab', { name: 'Other Settings' }))
    expect(screen.getByText('No additional settings available yet.')).toBeVisible()
  })

  it.each([
    {
      settings: none,
      title: 'No mail sender is configured',
      text: 'can’t send email until',
      hint: 'No default mailbox is set up. Enter this mailbox’s app password.',
    },
    {
      settings: own,
      title: 'The portal sends from this mailbox',
      text: 'from office@mail.example through smtp.gmail.com, port 465',
      hint: 'A password is saved. Leave this empty to keep it.',
    },
    {
      settings: environment,
      title: 'The portal sends from the server’s mailbox',
      text: 'from env@mail.example through relay.example, port 587',
      hint: 'Leave this empty to use the server’s default mailbox.',
    },
  ])('says what an empty password means: $title', async ({ settings, title, text, hint }) => {
    await open(settings)
    expect(screen.getByText(title)).toBeVisible()
    expect(screen.getByText(text, { exact: false })).toBeVisible()
    expect(screen.queryByText('Use Default Mailbox')).toBeNull()
    expect(appPasswordBox()).toHaveAccessibleDescription(hint)
  })

  it('goes back to the default mailbox of the server when asked to', async () => {
    const question = vi.fn(() => false)
    vi.stubGlobal('confirm', question)
    await open({ ...own, hasDefault: true }, { [save]: { body: environment } })
    await press('Use Default Mailbox')
    expect(question).toHaveBeenCalledOnce()
    expect(sent()).toBeUndefined()
    question.mockReturnValue(true)
    await press('Use Default Mailbox')
    expect(await shown('The portal sends from the server’s mailbox')).not.toHaveLength(0)
    expect(sent()).toMatchObject({ email: own.email, appPassword: 'DEFAULT' })
  })

  it('refuses an invalid address', async () => {
    await open(none)
    fill('Email Address', 'nobody')
    await press('Save Settings')
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible()
    expect(sent()).toBeUndefined()
  })

  it.each([
    ['an empty password keeps the stored one', own, '', 'UNCHANGED', 'Password unchanged'],
    ['without a stored one it asks for the default mailbox', none, '', 'DEFAULT', 'Settings saved'],
    ['a typed password is sent', own, 'abcd efgh', 'abcd efgh', 'Password updated'],
  ])('%s', async (_name, settings, typed, appPassword, title) => {
    await open(settings)
    fill('Email Address', 'office@mail.example')
    fill(/^App Password/, typed)
    await press('Save Settings')
    expect(await shown(title)).not.toHaveLength(0)
    const { sender: _sender, hasDefault: _hasDefault, ...mailbox } = none
    expect(sent()).toEqual({ ...mailbox, email: 'office@mail.example', appPassword })
    await waitFor(() => expect(appPasswordBox()).toHaveValue(''))
  })

  it('says in the server’s words why saving failed', async () => {
    const message = 'No default mailbox is configured.'
    const body = { message, code: 'bad_request', errors: { appPassword: message } }
    await open(none, { [save]: { status: 400, body } })
    fill('Email Address', 'office@mail.example')
    await press('Save Settings')
    expect(await shown('Failed to save settings')).not.toHaveLength(0)
    expect(await shown(message)).not.toHaveLength(0)
    expect(appPasswordBox()).toHaveAccessibleDescription(expect.stringContaining(message))
  })

  it.each([
    [true, 'Connection Successful'],
    [false, 'Connection Failed'],
  ])('tells how the connection test went: %s', async (success, title) => {
    const test = `${path}/test-connection`
    await open(own, { [`POST ${test}`]: { body: { success, message: 'What the server said.' } } })
    await press('Test Connection')
    await screen.findByText('What the server said.')
    await waitFor(() => expect(heard()).toContain(`${title}.`))
    expect(sent(test)).toMatchObject({ appPassword: 'UNCHANGED' })
  })
})

const form = () => screen.getByRole('form', { name: 'Send Test Email' })

const button = () => within(form()).getByRole('button')

describe('the test mail', () => {
  const test = `${path}/send-test`

  it('waits for settings', async () => {
    await open(none)
    expect(button()).toBeDisabled()
  })

  it('refuses what cannot be an address', async () => {
    await open(own)
    fill('Recipient', 'nobody')
    await userEvent.click(button())
    expect(await shown('Invalid email address')).not.toHaveLength(0)
    expect(await shown('Please enter a valid email address.')).not.toHaveLength(0)
    expect(sent(test)).toBeUndefined()
  })

  it.each([
    [{ success: true }, 'Test email sent successfully to you@mail.example!'],
    [{ success: false, error: 'Refused.' }, 'Failed to send test email: Refused.'],
  ])('tells how it went: %j', async (body, text) => {
    await open(own, { [`POST ${test}`]: { body } })
    fill('Recipient', 'you@mail.example')
    await userEvent.click(button())
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.queryAllByText('Failed to Send Email')).toHaveLength(body.success ? 0 : 1)
  })
})

const question = async () => within(await screen.findByRole('dialog', { name: 'Confirm It’s You' }))

async function prove(password: string) {
  const dialog = await question()
  fill('Your password', password, dialog)
  fill('Authentication code', '123456', dialog)
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
}

describe('the server’s wish that the administrator confirms who they are', () => {
  const wrong = 'This is not your current password.'
  let isConfirmed: boolean

  beforeEach(async () => {
    isConfirmed = false
    const message = 'Confirm it’s you first.'
    const needed = { status: 403, body: { message, code: 'reauthentication-required' } }
    const wrongPassword = {
      status: 400,
      body: { message: wrong, code: 'bad_request', errors: { password: wrong } },
    }
    await open(own, {
      'GET /api/user': { body: { id: 1, email: 'boss@portal.example' } },
      'GET /api/second-factor': { body: { isOn: true, recoveryCodesLeft: 8 } },
      [save]: () => (isConfirmed ? { body: own } : needed),
      [`POST ${path}/test-connection`]: () =>
        isConfirmed ? { body: { success: true, message: 'It works.' } } : needed,
      'POST /api/reauthenticate': ({ body }) => {
        const { password, code } = Object(body)
        isConfirmed = password === 'the present one' && code === '123456'
        return isConfirmed ? { body: { message: 'Thank you.' } } : wrongPassword
      },
    })
    fill('Email Address', 'new@mail.example')
    fill(/^App Password/, 'abcd efgh')
  })

  it('is answered with password and code, and then saves what was typed', async () => {
    await press('Save Settings')
    await prove('a guess')
    await screen.findByText(wrong)
    await prove('the present one')
    await waitFor(() => expect(shownToast()).toContain('Password updated'))
    const typed = { email: 'new@mail.example', appPassword: 'abcd efgh' }
    const saved = api.requests.filter((call) => call.method === 'POST' && call.path === path)
    expect(saved.map(({ body }) => body)).toEqual(Array(2).fill(expect.objectContaining(typed)))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('holds for a test of the connection, too', async () => {
    await press('Test Connection')
    await prove('the present one')
    await screen.findByText('It works.')
  })

  it('keeps what was typed when it is not followed', async () => {
    await press('Save Settings')
    const dialog = await question()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByLabelText('Email Address')).toHaveValue('new@mail.example')
    expect(appPasswordBox()).toHaveValue('abcd efgh')
    expect(api.count(save)).toBe(1)
  })
})
const roomPath = '/api/admin/settings/meetings'
const room = 'https://zoom.example/j/1'

const showRoom = () => renderPage(<SettingsPage />, '/admin/settings')
const saveRoom = () =>
  userEvent.click(screen.getByRole('button', { name: 'Save Meeting Settings' }))

it('the meeting room is saved with how long a meeting takes', async () => {
  api.routes = {
    [`GET ${path}`]: { body: none },
    [`GET ${roomPath}`]: { body: { room: '', minutes: 45 } },
    [`PUT ${roomPath}`]: ({ body }) => {
      expect(body).toEqual({ room, minutes: 60 })
      return { body }
    },
  }
  showRoom()
  expect(await screen.findByLabelText('Length in minutes')).toHaveValue('45')
  fill(/^Meeting link/, 'zoom.example')
  fill('Length in minutes', '5')
  await saveRoom()
  const wrongLink = 'Please enter a meeting link that begins with https://.'
  expect(await screen.findByText(wrongLink)).toBeVisible()
  expect(screen.getByText('Please enter at least 15 minutes.')).toBeVisible()
  fill('Length in minutes', '')
  expect(await screen.findByText('Please enter a number of minutes.')).toBeVisible()
  fill(/^Meeting link/, room)
  fill('Length in minutes', '60')
  await saveRoom()
  await waitFor(() => expect(shownToast()).toEqual(['Meeting settings saved']))
})

it('the meeting room can be loaded again', async () => {
  api.routes[`GET ${path}`] = { body: none }
  api.routes[`GET ${roomPath}`] = () => fakeRefusal(503, 'The portal is busy.')
  showRoom()
  expect(await screen.findByText('The meeting settings could not be loaded')).toBeVisible()
})
