import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultReasons } from '@shared/decisions'
import {
  fakePage,
  fakeRefusal,
  installFakeApi,
  pressInToast,
  shownToast,
} from '@tests/support/client/fake-api'
import { fakeCredential, fakeListedUser } from '@tests/support/client/fake-records'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { CredentialsPage } from '../credentials/credentials-page'
import { UsersPage } from '../users/users-page'

const api = installFakeApi()

const fakeRun = { id: 7, state: 'running', total: 2, done: 0, skipped: 0, failed: 0 }

let started: unknown[]

beforeEach(() => {
  started = []
  api.routes['GET /api/admin/bulk-runs'] = { body: [] }
  api.routes['POST /api/admin/bulk-runs/check'] = { body: { total: 2, concerns: {} } }
  api.routes['POST /api/admin/bulk-runs'] = ({ body }) => {
    started.push(body)
    return { status: 201, body: { ...fakeRun, ...(typeof body === 'object' && body) } }
  }
})

const bar = () => screen.queryByRole('region', { name: 'Selection' })
const check = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }))
const press = (name: string) =>
  userEvent.click(within(bar() ?? document.body).getByRole('button', { name }))

const isCleared = () => waitFor(() => expect(bar()).toBeNull())

const writing = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('what is done to several people at the same time', () => {
  const people = [5, 4].map((id) =>
    fakeListedUser({ id, firstName: 'Ada', lastName: `Park ${id}` }),
  )
  const selection = { rows: people.map(({ id, status }) => ({ id, basedOn: status })) }

  /** Both people, chosen. */
  beforeEach(async () => {
    api.routes['GET /api/admin/users'] = () => fakePage(people)
    api.routes['GET /api/admin/rejection-reasons'] = { body: defaultReasons }
    renderPage(<UsersPage />, '/admin/users')
    await screen.findByText('2 users')
    await check('Select this page')
  })

  it('writes one text to each, from a template or not', async () => {
    const body = 'Dear {{firstName}},'
    const welcome = { id: 'welcome', name: 'Welcome', subject: 'Hello', body }
    api.routes['GET /api/admin/email-templates'] = { body: [welcome] }
    await press('Write Email…')
    const dialog = await writing('Write to 2 Users')
    const send = dialog.getByRole('button', { name: 'Send Email' })
    await userEvent.click(send)
    expect(await dialog.findByText('Please enter an email subject')).toBeVisible()
    fill('Message', 'Dear {{frstName}},', dialog)
    expect(await dialog.findByText('Unknown placeholder: {{frstName}}')).toBeVisible()
    expect(started).toEqual([])

    await dialog.findByRole('option', { name: 'Welcome' })
    await userEvent.selectOptions(dialog.getByLabelText(/^Template/), 'Welcome')
    expect(dialog.getByLabelText('Message')).toHaveValue(body)
    fill('Message', `${body} please call us.`, dialog)
    await userEvent.click(send)
    await isCleared()
    expect(screen.queryByRole('dialog')).toBeNull()
    const mail = { subject: 'Hello', body: `${body} please call us.`, template: 'welcome' }
    expect(started).toEqual([{ of: 'users', action: 'email', selection, mail }])
  })

  it('keeps what was written, and who is chosen, when nothing was started', async () => {
    api.routes['GET /api/admin/email-templates'] = { body: [] }
    api.routes['POST /api/admin/bulk-runs'] = fakeRefusal(409, 'No email is configured.')
    await press('Write Email…')
    const dialog = await writing('Write to 2 Users')
    fill('Subject', 'Hello', dialog)
    fill('Message', 'Please call us.', dialog)
    await userEvent.click(dialog.getByRole('button', { name: 'Send Email' }))
    expect(await dialog.findByText('No email is configured.')).toBeVisible()
    expect(dialog.getByLabelText('Message')).toHaveValue('Please call us.')
    const asked = vi.fn(() => false)
    vi.stubGlobal('confirm', asked)
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(asked).toHaveBeenLastCalledWith('Discard this email?')
    expect(dialog.getByLabelText('Message')).toHaveValue('Please call us.')
    asked.mockReturnValue(true)
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByText('2 users selected')).toBeVisible()
  })

  it('says what deleting people removes before it does', async () => {
    const asked = vi.fn(() => false)
    vi.stubGlobal('confirm', asked)
    await press('Delete')
    expect(asked).toHaveBeenLastCalledWith(
      expect.stringMatching(/^Are you sure you want to delete 2 users\?\n\nThis removes their /),
    )
    expect(started).toEqual([])
    asked.mockReturnValue(true)
    await press('Delete')
    await isCleared()
    expect(started).toEqual([{ of: 'users', action: 'delete', selection }])
  })

  it('asks all of them the same', async () => {
    await press('Ask…')
    const [words = ''] = defaultReasons.question
    const dialog = await writing('Ask 2 Users')
    await userEvent.click(await dialog.findByRole('radio', { name: words }))
    await userEvent.click(dialog.getByRole('button', { name: 'Ask' }))
    await isCleared()
    expect(started).toEqual([{ of: 'users', action: 'ask', selection, reason: words }])
  })

  it('approves no one before it was said what speaks against some of them, and undoes it', async () => {
    const concerns = { 'unopened-document': 4, 'low-score': 1, 'name-differs': 1 }
    api.routes['POST /api/admin/bulk-runs/check'] = { body: { total: 10, concerns } }
    const asked = vi.fn(() => false)
    vi.stubGlobal('confirm', asked)
    await press('Approve')
    const against = '4 of 10 not opened, 1 under 680, 1 other name.'
    await waitFor(() => expect(asked).toHaveBeenCalledWith(`Approve 2 users?\n\n${against}`))
    expect(started).toEqual([])
    asked.mockReturnValue(true)
    await press('Approve')
    await waitFor(() => expect(started).toHaveLength(1))
    const accepts = ['unopened-document', 'low-score', 'name-differs']
    expect(started).toEqual([{ of: 'users', action: 'approve', selection, accepts }])
    api.routes['POST /api/admin/bulk-runs/7/undo'] = { status: 201, body: fakeRun }
    await waitFor(() => expect(shownToast()).toEqual(['Started approving 2 users']))
    await pressInToast('Undo')
    const said = ['Undo started', 'Approved 2 users']
    await waitFor(() => expect(shownToast()).toEqual(said))
  })

  it('rejects all of them for one reason, and none when that is called off', async () => {
    await press('Reject…')
    const question = await writing('Reject 2 Users')
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    expect(started).toEqual([])
    await press('Reject…')
    const [, reason = ''] = defaultReasons.user
    await screen.findByRole('radio', { name: reason })
    await userEvent.keyboard('2{Enter}')
    await isCleared()
    expect(started).toEqual([{ of: 'users', action: 'reject', selection, reason, accepts: [] }])
  })
})

const logins = [5, 4, 3].map((id) => fakeCredential({ id, username: `watcher-${id}` }))

async function show(address = '/admin/credentials') {
  cleanup()
  api.routes['GET /api/admin/credentials'] = () => fakePage(logins)
  renderPage(<CredentialsPage />, address)
  await screen.findByText('3 logins')
}

const choose = (id: number) => check(`Select watcher-${id} at Score Watch`)

describe('the selection', () => {
  it('lets logins be decided together, and nobody be written to', async () => {
    vi.stubGlobal('confirm', () => true)
    await show()
    await choose(5)
    await choose(3)
    expect(bar()).toHaveTextContent('2 logins selected')
    expect(bar()).not.toHaveTextContent(/email/i)
    await press('Approve')
    const rows = [5, 3].map((id) => ({ id, basedOn: 'pending' }))
    const selection = { rows }
    expect(started).toEqual([{ of: 'credentials', action: 'approve', selection, accepts: [] }])
  })

  it('ends with another filter', async () => {
    await show()
    await choose(4)
    expect(bar()).toHaveTextContent('1 login selected')
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'pending')
    expect(bar()).toBeNull()
  })
})
