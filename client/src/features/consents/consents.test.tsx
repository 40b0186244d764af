import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { consentKinds, type ConsentKind, type ConsentState } from '@shared/consents'
import { fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { Consents } from '@/pages/account/notifications'
import { ContactConsents } from './contact-consents'

const api = installFakeApi()

const state = (kind: ConsentKind, overrides: Partial<ConsentState> = {}): ConsentState => ({
  kind,
  isGiven: false,
  isForOtherNumber: false,
  at: null,
  ip: null,
  source: null,
  agreedText: null,
  currentText: `New words on ${kind}.`,
  currentVersion: `${kind}.1`,
  ...overrides,
})
const said = { at: '2026-11-20T09:41:00.000Z', ip: '203.0.113.7', source: 'sign-up' } as const
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function show() {
  renderPage(<Consents />, '/account')
  await screen.findByRole('heading', { name: 'Phone calls' })
}

const row = (name: string) => {
  const found = screen.getAllByRole('listitem').find((item) => within(item).queryByText(name))
  if (!found) throw new Error(`There is no ${name}.`)
  return found
}

describe('one’s own consents', () => {
  let states: ConsentState[]
  beforeEach(() => {
    states = [
      state('calls', { ...said, isGiven: true, agreedText: 'You may contact me.' }),
      state('texts', { ...said, source: 'account' }),
      state('email', { ...said, ip: null, isGiven: true, agreedText: 'You may contact me.' }),
      state('recording'),
    ]
    api.routes['GET /api/consents'] = () => ({ body: states })
  })

  it('says of each what was agreed to, when and where', async () => {
    await show()
    expect(row('Phone calls')).toHaveTextContent(
      /You agreed on the application form, from the address 203.0.113.7, Nov 20, 2026, \d+:41 [AP]M\.“You may contact me.”/,
    )
    expect(row('Text messages')).toHaveTextContent(
      /You withdrew your consent online, from the address 203.0.113.7, Nov 20, 2026, .*“New words on texts.”/,
    )
    expect(row('Email')).toHaveTextContent('We’ll always send essential account emails')
    expect(row('Call recording')).toHaveTextContent(
      'You haven’t agreed to this.“New words on recording.”',
    )
  })

  it('asks anew for texts once the phone number has changed', async () => {
    states[1] = state('texts', { ...said, isForOtherNumber: true })
    await show()
    expect(row('Text messages')).toHaveTextContent(
      'You agreed on Nov 20, 2026, but for another phone number. To get texts at your new number, agree again.',
    )
    expect(screen.getByRole('button', { name: 'Agree to text messages' })).toBeVisible()
  })

  it('withdraws one, and says what follows', async () => {
    api.routes['POST /api/consents/calls'] = ({ body }) => {
      expect(body).toEqual({ isGiven: false })
      return { body: states.with(0, state('calls', said)) }
    }
    await show()
    await press('Withdraw consent to phone calls')
    await waitFor(() =>
      expect(shownToast()).toEqual(['Consent to phone calls withdrawn', 'We won’t call you.']),
    )
    expect(screen.getByRole('button', { name: 'Agree to phone calls' })).toBeVisible()
  })

  it('gives one to the words that are shown', async () => {
    api.routes['POST /api/consents/recording'] = ({ body }) => {
      expect(body).toEqual({ isGiven: true, textVersion: 'recording.1' })
      return { body: states.with(3, state('recording', { ...said, isGiven: true })) }
    }
    await show()
    await press('Agree to call recording')
    await waitFor(() => expect(shownToast()).toEqual(['You agreed to call recording']))
  })

  it('says why one could not be changed', async () => {
    const message = 'This text has changed. Please reload the page and read it again.'
    api.routes['POST /api/consents/recording'] = () => fakeRefusal(409, message)
    await show()
    await press('Agree to call recording')
    await waitFor(() => expect(shownToast()).toEqual(['Your consent was not changed', message]))
  })
})

const path = '/api/admin/users/2/consents'

const agreed = consentKinds.map((kind) =>
  state(kind, { ...said, isGiven: true, source: 'account', agreedText: 'You may.' }),
)
const stopped = agreed.map((one): ConsentState => ({
  ...one,
  isGiven: one.kind !== 'texts',
  source: 'text',
  recordedBy: 'Ada Park',
}))

it('the administrator reads that texts were agreed for another number', async () => {
  const texts = state('texts', { ...said, isForOtherNumber: true })
  api.routes[`GET ${path}`] = { body: agreed.with(1, texts) }
  renderPage(<ContactConsents user={{ id: 2 }} />, '/admin/users')
  expect(
    await screen.findByText(/^Text messages \(agreed for another phone number\)/),
  ).toBeVisible()
})

it('a STOP is recorded, with who did, when, and how it was said', async () => {
  api.routes[`GET ${path}`] = { body: agreed }
  api.routes[`POST ${path}/stop`] = { body: stopped }
  renderPage(<ContactConsents user={{ id: 2 }} />, '/admin/users')
  await screen.findByText('Record a STOP')
  await press('Record a STOP')
  expect(screen.getByLabelText('How they told you')).toHaveFocus()
  for (const label of ['Phone calls', 'Text messages', 'Email'])
    await userEvent.click(screen.getByLabelText(label))
  await press('Record It')
  await screen.findByText('Choose what to stop.')
  expect(api.count(`POST ${path}/stop`)).toBe(0)

  await userEvent.click(screen.getByLabelText('Text messages'))
  await userEvent.selectOptions(screen.getByLabelText('How they told you'), 'By text message')
  await press('Record It')
  await waitFor(() => expect(shownToast()).toEqual(['Recorded', 'It takes effect right away.']))
  const sent = api.requests.find(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({ kinds: ['texts'], way: 'text' })
  const item = screen.getByText(/withdrawn by text message, recorded Nov 20, 2026 by Ada Park/)
  expect(item).toHaveTextContent('Text messages')
  expect(screen.getByRole('button', { name: 'Record a STOP' })).toHaveFocus()
})

const way = () => screen.getByLabelText('How they told you')

it('a STOP that was begun is kept for that person alone, until Cancel', async () => {
  async function begin(id: number) {
    cleanup()
    api.routes[`GET /api/admin/users/${id}/consents`] = { body: agreed }
    renderPage(<ContactConsents user={{ id }} />, '/admin/users')
    await screen.findByText('Record a STOP')
    await press('Record a STOP')
  }
  await begin(2)
  await userEvent.selectOptions(way(), 'By letter')
  await begin(3)
  expect(way()).toHaveValue('phone')
  await begin(2)
  expect(way()).toHaveValue('letter')
  await press('Cancel')
  await press('Record a STOP')
  expect(way()).toHaveValue('phone')
})
