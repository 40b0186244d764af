import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { defaultReasons } from '@shared/decisions'
import { fakePage, fakeRefusal, installFakeApi } from '@tests/support/client/fake-api'
import { fakeListedUser } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { UsersPage } from '../users/users-page'

const api = installFakeApi()
const people = [5, 4].map((id) => fakeListedUser({ id, firstName: 'Ada', lastName: `Park ${id}` }))
const selection = { rows: people.map(({ id, status }) => ({ id, basedOn: status })) }

let started: unknown[]

beforeEach(() => {
  sessionStorage.clear()
  started = []
  api.routes['GET /api/admin/users'] = () => fakePage(people)
  api.routes['GET /api/admin/bulk-runs'] = { body: [] }
  api.routes['GET /api/admin/rejection-reasons'] = { body: defaultReasons }
  api.routes['POST /api/admin/bulk-runs'] = ({ body }) => {
    started.push(body)
    return { status: 201, body: {} }
  }
})

/** Both people, chosen. */
async function choose() {
  const { user } = renderPage(<UsersPage />, '/admin/users')
  await screen.findByText('2 users')
  await user.click(screen.getByRole('checkbox', { name: 'Select this page' }))
  const bar = within(screen.getByRole('region', { name: 'Selection' }))
  const press = (name: string) => user.click(bar.getByRole('button', { name }))
  return { user, press }
}

const isCleared = () =>
  waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull())

it('writes one text to each, from a template or not', async () => {
  const welcome = { id: 'welcome', name: 'Welcome', subject: 'Hello', body: 'Dear {{firstName}},' }
  api.routes['GET /api/admin/email-templates'] = { body: [welcome] }
  const { user, press } = await choose()
  await press('Write Email…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Write to 2 Users' }))
  await user.click(dialog.getByRole('button', { name: 'Send Email' }))
  expect(await dialog.findByText('Please enter an email subject')).toBeVisible()
  expect(started).toEqual([])

  await dialog.findByRole('option', { name: 'Welcome' })
  await user.selectOptions(dialog.getByLabelText(/^Template/), 'Welcome')
  await user.type(dialog.getByLabelText('Message'), ' please call us.')
  await user.click(dialog.getByRole('button', { name: 'Send Email' }))
  await isCleared()
  expect(screen.queryByRole('dialog')).toBeNull()
  const mail = { subject: 'Hello', body: 'Dear {{firstName}}, please call us.' }
  expect(started).toEqual([{ of: 'users', action: 'email', selection, mail }])
})

it('keeps what was written, and who is chosen, when nothing was started', async () => {
  api.routes['GET /api/admin/email-templates'] = { body: [] }
  api.routes['POST /api/admin/bulk-runs'] = fakeRefusal(409, 'No email is configured.')
  const { user, press } = await choose()
  await press('Write Email…')
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Subject'), 'Hello')
  await user.type(dialog.getByLabelText('Message'), 'Please call us.')
  await user.click(dialog.getByRole('button', { name: 'Send Email' }))
  expect(await dialog.findByText('No email is configured.')).toBeVisible()
  expect(dialog.getByLabelText('Message')).toHaveValue('Please call us.')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText('2 users selected')).toBeVisible()
})

it('says what deleting people removes before it does', async () => {
  const asked = vi.fn(() => false)
  vi.stubGlobal('confirm', asked)
  const { press } = await choose()
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

it('rejects all of them for one reason, and none when that is called off', async () => {
  const { user, press } = await choose()
  await press('Reject…')
  await screen.findByRole('dialog', { name: 'Reject 2 Users' })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(started).toEqual([])
  await press('Reject…')
  await screen.findByRole('radio', { name: defaultReasons.user[1] })
  await user.keyboard('2')
  await user.click(screen.getByRole('button', { name: 'Reject' }))
  await isCleared()
  const reason = defaultReasons.user[1]
  expect(started).toEqual([{ of: 'users', action: 'reject', selection, reason }])
})
