import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { ListedEvent } from '@shared/audit'
import { fakePage, fakeRefusal, installFakeApi } from '@tests/support/client/fake-api'
import { fakePartner } from '@tests/support/client/fake-records'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { AuditPage } from './audit-page'

const api = installFakeApi()
const ada = { id: 7, name: 'Ada Park' }

const event = (overrides: Partial<ListedEvent>): ListedEvent => ({
  id: 1,
  at: '2026-11-20T09:41:00.000Z',
  action: 'file.status-changed',
  object: 'file:12',
  objectName: 'report.pdf',
  owner: ada,
  ip: '203.0.113.9',
  requestId: '0b54c1a2-6a0e-4d6e-9f0c-2d8f4f5c9a11',
  details: null,
  decision: null,
  actor: { id: 1, email: 'admin@portal.example', name: 'Portal Administrator' },
  ...overrides,
})

const events = [
  event({
    id: 6,
    details: { status: 'approved' },
    decision: { from: 'rejected', reason: 'Score 720', isUndone: true },
  }),
  event({ id: 5, action: 'file.opened' }),
  event({
    id: 4,
    action: 'user.status-changed',
    object: 'user:7',
    objectName: 'Ada Park',
    owner: null,
    details: { status: 'pending' },
  }),
  event({ id: 3, action: 'user.deleted', object: 'user:12', objectName: null, owner: null }),
  event({
    id: 2,
    action: 'file.replaced',
    actor: { id: 7, email: 'ada@partner.example', name: 'Ada Park' },
  }),
  event({ id: 1, action: 'file.uploaded', actor: null, owner: null }),
]

beforeEach(() => {
  api.routes['GET /api/user'] = { body: fakePartner({ isAdmin: 1 }) }
  api.routes['GET /api/admin/users'] = () =>
    fakePage([{ ...fakePartner(), ...ada, firstName: 'Ada', lastName: 'Park' }])
  api.routes['GET /api/admin/audit-events'] = () => fakePage(events)
})

const show = (address = '/admin/audit') => renderPage(<AuditPage />, address)
const asked = () => {
  const path = api.requests.findLast((one) => one.path.startsWith('/api/admin/audit'))?.path
  return Object.fromEntries(new URLSearchParams(path?.split('?')[1]))
}

it('says who did what, and to which person, in words and names', async () => {
  show()
  await screen.findByText(/Opened/)
  const rows = screen.getAllByRole('row').slice(1)
  const said = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(0, 2)
      .map((cell) => cell.textContent),
  )
  expect(said).toEqual([
    [
      'WhoPortal Administrator',
      'WhatApproved report.pdf (Ada Park)From rejected to approved. Reason: Score 720 Later undone.',
    ],
    ['WhoPortal Administrator', 'WhatOpened report.pdf (Ada Park)'],
    ['WhoPortal Administrator', 'WhatSet Ada Park back to pending'],
    ['WhoPortal Administrator', 'WhatDeleted User 12'],
    ['WhoAda Park', 'WhatRe-uploaded report.pdf'],
    ['WhoNot logged in', 'WhatUploaded report.pdf'],
  ])
})

it('keeps the raw facts within reach', async () => {
  const { user } = show()
  await screen.findByText(/Opened/)
  const [, row] = screen.getAllByRole('row')
  if (!row) throw new Error('A row')
  expect(within(row).getByText('status: approved')).not.toBeVisible()
  await user.click(within(row).getByText('Show'))
  expect(within(row).getByText('status: approved')).toBeVisible()
  expect(within(row).getByText('request: 0b54c1a2-6a0e-4d6e-9f0c-2d8f4f5c9a11')).toBeVisible()
  expect(within(row).getByText('by: admin@portal.example')).toBeVisible()
})

it('filters by person, actor, action and time, and forgets it on reset', async () => {
  const { user } = show()
  await screen.findByText(/Opened/)
  await user.selectOptions(screen.getByLabelText('What'), 'Decisions')
  await user.selectOptions(screen.getByLabelText('Who'), 'You')
  await user.selectOptions(screen.getByLabelText('Date'), 'Custom…')
  fill('From', '2026-11-01')
  fill('To', '2026-11-21')
  fill('Search by person or document', 'ada')
  await screen.findByText(/^Includes the newest 20 people/)
  expect(asked()).toMatchObject({ search: 'ada', actor: '1', kind: 'decisions' })
  expect(new Date(asked()['from'] ?? '')).toEqual(new Date(2026, 10, 1))
  expect(new Date(asked()['to'] ?? '')).toEqual(new Date(2026, 10, 22))
  await user.click(screen.getByRole('button', { name: 'Reset Filters' }))
  expect(window.location.search).toBe('')
})

it('shows all that happened to one thing or one person, and everything again', async () => {
  const { user } = show()
  const [report] = await screen.findAllByRole('link', { name: 'report.pdf' })
  if (report) await user.click(report)
  expect(window.location.search).toBe('?object=file%3A12')
  expect(await screen.findByText(/Everything that happened to report.pdf/)).toBeVisible()
  const [person] = screen.getAllByRole('link', { name: 'Ada Park' })
  if (person) await user.click(person)
  expect(window.location.search).toBe('?person=7')
  expect(await screen.findByText(/Everything that happened to Ada Park/)).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Show everything' }))
  expect(window.location.search).toBe('')
})

it('says of what nothing is recorded about, not that nothing has happened', async () => {
  api.routes['GET /api/admin/audit-events'] = () => fakePage([])
  show('/admin/audit?object=file%3A7')
  expect(await screen.findByText('Nothing has been recorded about file 7')).toBeVisible()
})

it('can be asked for again after a failure', async () => {
  const route = api.routes['GET /api/admin/audit-events']
  api.routes['GET /api/admin/audit-events'] = () => fakeRefusal(503, 'Busy.')
  const { user } = show()
  await screen.findByText('The events could not be loaded')
  if (route) api.routes['GET /api/admin/audit-events'] = route
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText(/^Uploaded/)).toBeVisible()
})
