import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { EmailTemplate, ListedMail } from '@shared/mail'
import { holdFetch, installFakeApi, type FakeRoutes } from '@tests/support/client/fake-api'
import { fakeListedUser } from '@tests/support/client/fake-records'
import { fill, fillAll } from '@tests/support/client/fill'
import { heard } from '@tests/support/client/hear'
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

interface Opened {
  hasSender?: boolean
  at?: string
  more?: FakeRoutes
}

/** The page, once it is known whether there is a sender. */
async function open({ hasSender = true, at = '', more = {} }: Opened = {}) {
  const sender = hasSender ? { source: 'settings', from: 'office@mail.example' } : null
  api.routes = {
    'GET /api/admin/settings/email': { body: { sender } },
    'GET /api/admin/email-templates': { body: templates },
    'GET /api/admin/emails': { body: [mail] },
    ...more,
  }
  const { user } = renderPage(<EmailPage />, `/admin/email${at}`)
  if (!at) await (hasSender ? waitFor(() => expect(sendButton()).toBeEnabled()) : shown(banner))
  return user
}

const banner = /email service key, such as a SendGrid API key/
const form = () => screen.getByRole('form', { name: 'Send Email' })
const shown = (text: string | RegExp) => screen.findAllByText(text)
const sendButton = () => within(form()).getByRole('button', { name: 'Send Email' })
const sent = () => api.requests.filter(({ method }) => method !== 'GET')
const draft = { 'Recipient Email': 'a@b.example', Subject: 'Hello', Message: 'Text' }
const queues = { 'POST /api/admin/emails': { status: 201, body: mail } }

/** Chosen from the picker, as soon as it has the templates. */
async function chooseTemplate(user: Awaited<ReturnType<typeof open>>, name = 'Approved') {
  await screen.findByRole('option', { name })
  await user.selectOptions(screen.getByLabelText(/^Template/), name)
}

it('without a sender, a banner asks for a key, and a draft can be written but not sent', async () => {
  await open({ hasSender: false })
  expect(sendButton()).toBeDisabled()
  fillAll(draft)
  fireEvent.submit(form())
  expect(await shown('Failed to send email')).not.toHaveLength(0)
  expect(sent()).toEqual([])
  expect(screen.getByLabelText('Message')).toHaveValue('Text')
})

describe('the checks', () => {
  it('come in the order of the form', async () => {
    const user = await open()
    for (const [field, title, text] of [
      ['Recipient Email', 'Email recipient required', 'Please enter a recipient email address'],
      ['Subject', 'Subject required', 'Please enter an email subject'],
      ['Message', 'Email body required', 'Please enter an email body'],
    ] as const) {
      await user.click(sendButton())
      expect(await shown(title)).not.toHaveLength(0)
      expect(await shown(text)).not.toHaveLength(0)
      await waitFor(() => {
        const summary = screen.queryByRole('group', { name: /answers need you/ })
        expect(summary ?? screen.getByLabelText(field)).toHaveFocus()
      })
      fill(field, 'a@b.example')
    }
  })

  it('let a whole draft through to the outbox', async () => {
    const user = await open({ more: queues })
    fillAll(draft)
    await user.click(sendButton())
    expect(await shown('Email queued')).not.toHaveLength(0)
    const body = { to: 'a@b.example', subject: 'Hello', body: 'Text', isHeld: true }
    expect(sent()).toEqual([{ method: 'POST', path: '/api/admin/emails', body }])
    expect(screen.getByLabelText('Message')).toHaveValue('')
  })

  it('begin with Ctrl and Enter, too, which send once', async () => {
    await open({ more: queues })
    fillAll(draft)
    fireEvent.keyDown(screen.getByLabelText('Message'), { key: 'Enter', ctrlKey: true })
    expect(await shown('Email queued')).not.toHaveLength(0)
    expect(sent()).toMatchObject([{ method: 'POST', body: { to: 'a@b.example' } }])
  })

  it('name a placeholder that there is not, before anything is sent', async () => {
    const user = await open({ more: queues })
    fillAll({ ...draft, Message: 'Hi {{frstName}}' })
    await user.click(sendButton())
    expect(await shown('Unknown placeholder: {{frstName}}')).not.toHaveLength(0)
    expect(sent()).toEqual([])
  })

  it('say why a template is not for someone, unless the words are no template’s', async () => {
    const wish = { name: 'Zoë Smith', emails: 'agreed', status: 'pending', values: {} }
    const user = await open({ more: { 'GET /api/admin/emails/recipient': { body: wish } } })
    fill('Recipient Email', 'a@b.example')
    await chooseTemplate(user)
    const why = '“Approved” doesn’t fit: Zoë Smith is waiting for a decision.'
    expect(await shown(why)).not.toHaveLength(0)
    expect(sendButton()).toBeDisabled()
    fill('Message', 'Words of my own')
    expect(screen.getByText(why)).toBeVisible()
    await user.selectOptions(screen.getByLabelText(/^Template/), 'No template')
    expect(screen.queryByText(why)).toBeNull()
    expect(sendButton()).toBeEnabled()
    await chooseTemplate(user, 'Welcome')
    expect(sendButton()).toBeEnabled()
  })

  it('leave a draft alone that was begun while another one was sent', async () => {
    const user = await open({ more: queues })
    fill('Recipient Email', 'a@b.example')
    await chooseTemplate(user)
    const answer = holdFetch()
    await user.click(sendButton())
    await user.click(screen.getByRole('tab', { name: 'Email Templates' }))
    const [useFirst] = await screen.findAllByRole('button', { name: /^Use This Template/ })
    if (useFirst) await user.click(useFirst)
    answer()
    expect(await shown('Email queued')).not.toHaveLength(0)
    expect(screen.getByLabelText('Message')).toHaveValue('Come in.')
  })
})

describe('the templates', () => {
  it('fill the form, from the picker and by Use This Template', async () => {
    const user = await open({ hasSender: false })
    fill('Recipient Email', 'a@b.example')
    await chooseTemplate(user)
    expect(screen.getByLabelText('Subject')).toHaveValue('Good news')
    await user.click(screen.getByRole('tab', { name: 'Email Templates' }))
    expect(window.location.search).toBe('?tab=templates')
    expect(document.title).toMatch(/^Email Templates · /)
    await user.click(screen.getByRole('button', { name: 'Use This Template: Welcome' }))
    expect(screen.getByRole('tab', { name: 'Send Email' })).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByLabelText('Subject')).toHaveValue('Hello {{firstName}}')
    expect(screen.getByLabelText('Message')).toHaveValue('Come in.')
    expect(screen.getByLabelText('Recipient Email')).toHaveValue('a@b.example')
  })

  it('are previewed while they are edited, and keep out unknown placeholders', async () => {
    const user = await open({
      at: '?tab=templates',
      more: { 'PATCH /api/admin/email-templates/welcome': { body: templates[0] } },
    })
    await user.click(await screen.findByRole('button', { name: 'Edit Welcome' }))
    const dialog = screen.getByRole('dialog', { name: 'Edit Welcome' })
    fill('Message', 'Dear {{lastName}} of {{planet}}', within(dialog))
    const preview = within(dialog).getByRole('region', { name: 'Preview' })
    expect(preview).toHaveTextContent('Dear Avery of {{planet}}')
    await user.click(within(dialog).getByRole('button', { name: 'Save Template' }))
    expect(await within(dialog).findByText('Unknown placeholder: {{planet}}')).toBeVisible()
    expect(sent()).toEqual([])
    fill('Message', 'Dear you', within(dialog))
    await user.click(within(dialog).getByRole('button', { name: 'Save Template' }))
    expect(await shown('Template saved')).not.toHaveLength(0)
  })

  it('can be reset once edited', async () => {
    const question = vi.fn(() => true)
    vi.stubGlobal('confirm', question)
    const user = await open({
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
    const queued = { ...mail, status: 'queued', nextAttemptAt: new Date().toISOString() }
    const answers = [mail, queued]
    const more = {
      'GET /api/admin/emails': () => ({ body: [answers.shift() ?? mail] }),
      'POST /api/admin/emails/4/resend': { body: queued },
    }
    const user = await open({ at: '?tab=outbox', more })
    expect(await screen.findByText(mail.lastError ?? '')).toBeVisible()
    expect(heard()).not.toContain('Failed.')
    await user.click(screen.getByRole('button', { name: /^Resend/ }))
    expect(await shown('Email queued')).not.toHaveLength(0)
    await waitFor(() => expect(heard()).toContain('Failed.'), { timeout: 10_000 })
  })

  it('shows a mail as it was sent, and when one that waits is due', async () => {
    const text = 'Hi Ada,\n\nGood news.'
    const waiting = { ...mail, id: 5, status: 'queued', attempts: 0, subject: 'Later' }
    const nextAttemptAt = new Date(Date.now() + 86_400_000).toISOString()
    const list = { body: [mail, { ...waiting, nextAttemptAt, lastError: null }] }
    const more = {
      'GET /api/admin/emails': list,
      'GET /api/admin/emails/4/text': { body: { text } },
    }
    const user = await open({ at: '?tab=outbox', more })
    expect(await screen.findByText(/^Due /)).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Good news' }))
    const dialog = await screen.findByRole('dialog', { name: 'Good news' })
    expect(dialog).toHaveTextContent('To ada@partner.example, failed')
    await waitFor(() => expect(dialog).toHaveTextContent('Hi Ada, Good news.'))
  })

  it('cancels a queued mail, and says so when it is too late', async () => {
    const queued = { ...mail, status: 'queued', nextAttemptAt: mail.createdAt }
    const message = 'This email is no longer waiting to be sent.'
    const user = await open({
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

describe('the recipient’s wish', () => {
  const address = 'noor@partner.example'

  async function write(emails: string) {
    const wish = { body: { name: 'Noor Haddad', emails, values: {} } }
    await open({ more: { 'GET /api/admin/emails/recipient': wish } })
    fill('Recipient Email', address)
    await waitFor(() => expect(api.count('GET /api/admin/emails/recipient')).toBeGreaterThan(0))
  }

  it('is shown when consent is withdrawn, and blocks sending', async () => {
    await write('withdrawn')
    expect(await screen.findByText('Noor Haddad doesn’t want emails from us.')).toBeVisible()
    expect(sendButton()).toBeDisabled()
    fill('Recipient Email', '')
    await waitFor(() => expect(sendButton()).toBeEnabled())
    expect(screen.queryByText(/doesn’t want emails/)).toBeNull()
    const asked = api.requests.findLast(({ path }) => path.includes('recipient'))?.path
    expect(asked).toBe('/api/admin/emails/recipient?email=noor%40partner.example')
  })

  it('unasked, is said, and leaves it to the administrator', async () => {
    await write('unasked')
    expect(await screen.findByText('Noor Haddad hasn’t agreed to emails from us.')).toBeVisible()
    expect(sendButton()).toBeEnabled()
  })

  it('is of someone who is found by a part of their name', async () => {
    const { email } = fakeListedUser()
    await open({ more: { 'GET /api/admin/users': { body: [fakeListedUser()] } } })
    fill('Recipient Email', 'Haddad')
    await waitFor(() => expect(document.querySelector('datalist option')).toHaveValue(email))
    expect(api.requests.at(-1)?.path).toContain('search=Haddad')
  })

  it('given, needs no words', async () => {
    await write('agreed')
    expect(screen.queryByText(/Noor Haddad/)).toBeNull()
  })
})
const keptTemplates: EmailTemplate[] = [
  { id: 'approved', name: 'Approved', subject: 'Good news', body: 'Approved.', isEdited: false },
]

const ana = '/admin/email?to=ana@partner.example'
const recipient = () => screen.getByLabelText('Recipient Email')
const message = () => screen.getByLabelText('Message')

/** As after a reload. */
async function openAgain(address: string) {
  cleanup()
  api.routes = {
    'GET /api/admin/settings/email': {
      body: { sender: { source: 'settings', from: 'office@mail.example' } },
    },
    'GET /api/admin/email-templates': { body: keptTemplates },
    'GET /api/admin/emails': { body: [] },
    'GET /api/admin/emails/recipient': {
      body: { name: 'Ana Ruiz', emails: 'agreed', status: 'pending', values: {} },
    },
  }
  const { user } = renderPage(<EmailPage />, address)
  await screen.findByRole('form', { name: 'Send Email' })
  return user
}

it('an email to one person is not shown for the next, and keeps a recipient who was changed', async () => {
  await openAgain(ana)
  expect(recipient()).toHaveValue('ana@partner.example')
  fillAll({ 'Recipient Email': 'ana@home.example', Message: 'Dear Ana' })
  window.history.replaceState(null, '', '/admin/email?to=ben@partner.example')
  act(() => {
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  await waitFor(() => expect(recipient()).toHaveValue('ben@partner.example'))
  expect(message()).toHaveValue('')
  const user = await openAgain(ana)
  expect(recipient()).toHaveValue('ana@home.example')
  expect(message()).toHaveValue('Dear Ana')
  await user.click(screen.getByRole('tab', { name: 'Outbox' }))
  await user.click(screen.getByRole('tab', { name: 'Send Email' }))
  expect(message()).toHaveValue('Dear Ana')
})

it('an email is still held to its template after a reload', async () => {
  const user = await openAgain(ana)
  await screen.findByRole('option', { name: 'Approved' })
  await user.selectOptions(screen.getByLabelText(/^Template/), 'Approved')
  await openAgain(ana)
  expect(await screen.findByText(/“Approved” doesn’t fit/)).toBeVisible()
  expect(screen.getByLabelText(/^Template/)).toHaveValue('approved')
  expect(screen.getByRole('button', { name: 'Send Email' })).toBeDisabled()
})
