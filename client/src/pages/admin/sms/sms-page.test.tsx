import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { textSettingsRequest, type ListedText, type TextSettings } from '@shared/texts'
import { installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fakeListedUser } from '@tests/support/client/fake-records'
import { heard } from '@tests/support/client/hear'
import { renderPage } from '@tests/support/client/render-page'
import { SmsPage } from './sms-page'

const api = installFakeApi()

const provider = { accountSid: `AC${'1'.repeat(32)}`, sender: '+13035550142' }
const settings: TextSettings = {
  provider,
  kinds: [],
  webhook: 'https://portal.example/sms/incoming',
  programName: 'Credit Partner Program',
  link: 'https://portal.example/dashboard',
}

function show(address = '/admin/sms', changes: Partial<TextSettings> = {}) {
  api.routes['GET /api/admin/settings/texts'] = { body: { ...settings, ...changes } }
  return renderPage(<SmsPage />, address)
}
beforeEach(() => {
  api.routes['GET /api/admin/sms'] = { body: { agreed: 12 } }
})

describe('without a provider', () => {
  it.each([
    [1, '1', /^partner agreed to receive text messages/],
    [1234, '1,234', /^partners agreed to receive text messages/],
    [10_001, '10,000+', /^partners agreed to receive text messages/],
  ])(
    'the page says that nothing is configured, and that %i agreed',
    async (agreed, number, text) => {
      api.routes['GET /api/admin/sms'] = { body: { agreed } }
      show('/admin/sms', { provider: null })
      expect(await screen.findByText('SMS is not configured')).toBeVisible()
      expect(await screen.findByText(number)).toBeVisible()
      expect(screen.getByText(text)).toBeVisible()
    },
  )

  it('the form connects one, and says what is wrong beside the field', async () => {
    const { user } = show('/admin/sms', { provider: null })
    await user.type(await screen.findByLabelText(/Account SID/), 'AC12')
    await user.type(screen.getByLabelText(/^Auth Token/), 'the token')
    await user.type(screen.getByLabelText(/^Sender/), provider.sender)
    await user.click(screen.getByRole('button', { name: 'Save Settings' }))
    expect(await screen.findByText(/^Please enter the account SID/)).toBeVisible()
    expect(api.count('PUT /api/admin/settings/texts')).toBe(0)
    await user.clear(screen.getByLabelText(/Account SID/))
    await user.type(screen.getByLabelText(/Account SID/), provider.accountSid)
    api.routes['PUT /api/admin/settings/texts'] = { body: settings }
    await user.click(screen.getByRole('button', { name: 'Save Settings' }))
    expect(await screen.findByRole('tab', { name: 'Send Text' })).toBeVisible()
    expect(api.requests.find(({ method }) => method === 'PUT')?.body).toEqual({
      ...provider,
      authToken: 'the token',
      kinds: [],
    })
  })
})

const queued: ListedText = {
  id: 3,
  person: { id: 5, name: 'Rosa Delgado' },
  recipient: '+13035550199',
  kind: 'composed',
  segments: 1,
  status: 'queued',
  lastError: null,
  nextAttemptAt: '2026-11-26T14:00:00.000Z',
  createdAt: '2026-11-25T22:00:00.000Z',
  sentAt: null,
}

describe('with a provider', () => {
  it('an event is switched on, with what its text says and how long it is', async () => {
    const { user } = show('/admin/sms?tab=events')
    const named = await screen.findByRole('switch', { name: 'Decision about an application' })
    expect(named).toHaveAttribute('aria-checked', 'false')
    const row = named.closest('li')
    expect(row).toHaveTextContent('There is news about your application. Log in to see it:')
    expect(row).toHaveTextContent('1 segment, 135 of 160 characters')
    api.routes['PUT /api/admin/settings/texts'] = { body: { ...settings, kinds: ['decision'] } }
    await user.click(named)
    await waitFor(() => expect(named).toHaveAttribute('aria-checked', 'true'))
    expect(api.requests.find(({ method }) => method === 'PUT')?.body).toEqual({
      ...provider,
      authToken: 'UNCHANGED',
      kinds: ['decision'],
    })
  })

  it('two events that are switched on quickly are both on', async () => {
    api.routes['PUT /api/admin/settings/texts'] = ({ body }) => {
      const { kinds } = textSettingsRequest.parse(body)
      return { body: { ...settings, kinds } }
    }
    show('/admin/sms?tab=events')
    const first = await screen.findByRole('switch', { name: 'Decision about an application' })
    const second = screen.getByRole('switch', { name: 'Meeting booked or moved' })
    fireEvent.click(first)
    fireEvent.click(second)
    await waitFor(() => expect(second).toHaveAttribute('aria-checked', 'true'))
    expect(first).toHaveAttribute('aria-checked', 'true')
  })

  it('a person is found and texted; a refusal loses nothing that was typed', async () => {
    const rosa = fakeListedUser({ id: 5, firstName: 'Rosa', lastName: 'Delgado' })
    const others = [
      fakeListedUser({ id: 6, firstName: 'Rosa', lastName: 'Quiet' }),
      fakeListedUser({ id: 7, firstName: 'Rosa', lastName: 'Gone', closesAt: '2026-12-24' }),
      fakeListedUser({ id: 8, firstName: 'Rosa', lastName: 'Away', phoneNumber: '+442079460958' }),
    ]
    api.routes['GET /api/admin/users'] = { body: [rosa, ...others] }
    for (const { id } of [rosa, ...others]) {
      const consents = [{ kind: 'texts', isGiven: id !== 6 }]
      api.routes[`GET /api/admin/users/${id}/consents`] = { body: consents }
    }
    const { user } = show()
    await user.type(await screen.findByRole('searchbox'), 'rosa')
    const choice = await screen.findByRole('button', { name: /Rosa Delgado/ })
    expect(screen.getAllByRole('button', { name: /^Rosa/ })).toEqual([choice])
    const shown = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(shown.slice(-3)).toEqual([
      'Rosa QuietThey didn’t agree to text messages.',
      'Rosa GoneThey are closing their account.',
      'Rosa AwayTheir phone number isn’t a US number.',
    ])
    await user.click(choice)
    const text = screen.getByRole('textbox', { name: /^Text/ })
    await user.type(text, 'Please call us.')
    expect(screen.getByText('1 segment, 62 of 160 characters')).toBeVisible()
    expect(
      screen.getByText(/Credit Partner Program: Please call us. Reply STOP to opt out.$/),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Choose Someone Else' }))
    await user.click(screen.getByRole('button', { name: 'Send Text' }))
    expect(await screen.findByText('Please choose who to text.')).toBeVisible()
    expect(screen.getByRole('searchbox')).toBeInvalid()
    await user.type(screen.getByRole('searchbox'), 'rosa')
    await user.click(await screen.findByRole('button', { name: /Rosa Delgado/ }))
    expect(screen.queryByText('Please choose who to text.')).not.toBeInTheDocument()
    const reason = 'They didn’t agree to text messages.'
    api.routes['POST /api/admin/texts'] = {
      status: 409,
      body: { message: reason, code: 'conflict' },
    }
    await user.click(screen.getByRole('button', { name: 'Send Text' }))
    expect(await screen.findByText(reason)).toBeVisible()
    expect(text).toHaveValue('Please call us.')
    api.routes['POST /api/admin/texts'] = { status: 201, body: {} }
    await user.click(screen.getByRole('button', { name: 'Send Text' }))
    await waitFor(() => expect(shownToast()).toEqual(['Text queued', 'To Rosa Delgado']))
    expect(api.requests.at(-1)).toMatchObject({ body: { userId: 5, body: 'Please call us.' } })
  })

  it('someone else is chosen in place of the person whose panel led here', async () => {
    api.routes['GET /api/admin/users'] = { body: [fakeListedUser({ id: 5, firstName: 'Rosa' })] }
    const { user } = show('/admin/sms?to=5')
    await user.click(await screen.findByRole('button', { name: 'Choose Someone Else' }))
    expect(screen.getByRole('searchbox')).toBeVisible()
  })

  it.each([
    ['is gone', { body: [] }],
    ['can’t be loaded', { status: 500, body: { message: 'Oops', code: 'internal_error' } }],
  ])('a person who %s is to be searched for', async (_what, answer) => {
    api.routes['GET /api/admin/users'] = answer
    show('/admin/sms?to=5')
    expect(await screen.findByText(/couldn’t find this person. Please search/)).toBeVisible()
    expect(screen.getByRole('searchbox')).toBeInvalid()
  })

  it('the provider is disconnected once that is confirmed', async () => {
    const question = vi.fn(() => false)
    vi.stubGlobal('confirm', question)
    const { user } = show('/admin/sms?tab=provider')
    const disconnect = await screen.findByRole('button', { name: 'Disconnect' })
    await user.click(disconnect)
    expect(api.count('DELETE /api/admin/settings/texts')).toBe(0)
    question.mockReturnValue(true)
    api.routes['DELETE /api/admin/settings/texts'] = { body: { ...settings, provider: null } }
    await user.click(disconnect)
    expect(await screen.findByText('SMS is not configured')).toBeVisible()
    vi.unstubAllGlobals()
  })

  it('the outbox says the outcome of each text, and cancels one that waits', async () => {
    const failed: ListedText = {
      ...queued,
      id: 2,
      status: 'failed',
      lastError: 'It may have been sent.',
      nextAttemptAt: null,
    }
    api.routes['GET /api/admin/texts'] = { body: [queued, failed] }
    api.routes['POST /api/admin/texts/3/cancel'] = { body: { ...queued, status: 'cancelled' } }
    const { user } = show('/admin/sms?tab=outbox')
    const table = await screen.findByRole('table', { name: 'Outbox' })
    expect(await within(table).findByText('It may have been sent.')).toBeVisible()
    await user.click(within(table).getByRole('button', { name: 'Cancel the text to Rosa Delgado' }))
    await waitFor(() => expect(shownToast()).toEqual(['Text canceled']))
    expect(api.count('POST /api/admin/texts/3/cancel')).toBe(1)
  })

  it('what leaves while the outbox is open is soon said to be sent', async () => {
    const leaving = { ...queued, nextAttemptAt: new Date().toISOString() }
    let asked = 0
    api.routes['GET /api/admin/texts'] = () => {
      asked += 1
      return { body: [asked > 1 ? { ...leaving, status: 'sent' } : leaving] }
    }
    show('/admin/sms?tab=outbox')
    const table = await screen.findByRole('table', { name: 'Outbox' })
    expect(await within(table).findByText('Queued')).toBeVisible()
    expect(heard()).not.toContain('Sent.')
    expect(await within(table).findByText('Sent', {}, { timeout: 10_000 })).toBeVisible()
    await waitFor(() => expect(heard()).toContain('Sent.'))
  })
})
