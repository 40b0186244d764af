import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import type { ListedEvent } from '@shared/audit'
import { fakePage, fakeRefusal, installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { AuditPage } from './audit-page'

const api = installFakeApi()

const events: ListedEvent[] = [
  {
    id: 2,
    at: '2026-11-20T09:41:00.000Z',
    action: 'file.status-changed',
    object: 'file:12',
    ip: '203.0.113.9',
    requestId: '0b54c1a2-6a0e-4d6e-9f0c-2d8f4f5c9a11',
    details: { status: 'approved' },
    actor: { id: 1, email: 'admin@portal.example' },
  },
  {
    id: 1,
    at: '2026-11-20T09:40:00.000Z',
    action: 'file.uploaded',
    object: 'file:12',
    ip: null,
    requestId: null,
    details: null,
    actor: null,
  },
]

beforeEach(() => {
  api.routes['GET /api/admin/audit-events'] = ({ url }) =>
    fakePage(url.searchParams.get('object') === 'file:12' ? events.slice(1) : events)
})

it('says who did what to what, in words', async () => {
  renderPage(<AuditPage />, '/admin/audit')
  const decided = await screen.findByRole('row', { name: /Changed a document’s status/ })
  const details = 'status: approved, request: 0b54c1a2-6a0e-4d6e-9f0c-2d8f4f5c9a11'
  expect(within(decided).getByText(details)).toBeVisible()
  expect(within(decided).getByText('203.0.113.9')).toBeVisible()
  const uploaded = screen.getByRole('row', { name: /Uploaded a document/ })
  expect(within(uploaded).getByText('Not logged in')).toBeVisible()
})

it('shows all that happened to one thing, and everything again', async () => {
  renderPage(<AuditPage />, '/admin/audit')
  const [link] = await screen.findAllByRole('link', { name: 'File 12' })
  if (link) await userEvent.click(link)
  expect(window.location.search).toBe('?object=file%3A12')
  expect(await screen.findByText(/Everything that happened to file 12/)).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Show everything' }))
  expect(await screen.findByRole('row', { name: /Changed a document’s status/ })).toBeVisible()
})

it('says of what nothing is recorded about, not that nothing has happened', async () => {
  api.routes['GET /api/admin/audit-events'] = () => fakePage([])
  renderPage(<AuditPage />, '/admin/audit?object=file%3A7')
  expect(await screen.findByText('Nothing has been recorded about file 7')).toBeVisible()
})

it('can be asked for again after a failure', async () => {
  const route = api.routes['GET /api/admin/audit-events']
  api.routes['GET /api/admin/audit-events'] = () => fakeRefusal(503, 'Busy.')
  renderPage(<AuditPage />, '/admin/audit')
  await screen.findByText('The events could not be loaded')
  if (route) api.routes['GET /api/admin/audit-events'] = route
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('row', { name: /Uploaded a document/ })).toBeVisible()
})
