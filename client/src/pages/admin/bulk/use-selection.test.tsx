import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { MonitoringCredential } from '@shared/credentials'
import { fakePage, installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { createQueryClient } from '@/lib/query-client'
import { endSession } from '@/lib/session'
import { CredentialsPage } from '../credentials/credentials-page'

const api = installFakeApi()

const buildLogin = (id: number): MonitoringCredential => ({
  id,
  serviceName: 'Score Watch',
  username: `watcher-${id}`,
  password: 'secret',
  serviceUrl: 'https://score-watch.example/login',
  userId: 9,
  status: 'pending',
  statusReason: null,
  version: 'version-1',
  notes: null,
  createdAt: '2026-11-20T09:41:00.000Z',
})

let started: unknown[]

beforeEach(() => {
  sessionStorage.clear()
  started = []
  api.routes['GET /api/admin/credentials'] = () => fakePage([5, 4, 3].map(buildLogin))
  api.routes['GET /api/admin/bulk-runs'] = { body: [] }
  api.routes['POST /api/admin/bulk-runs'] = ({ body }) => {
    started.push(body)
    return { status: 201, body: {} }
  }
})

async function show(address = '/admin/credentials') {
  renderPage(<CredentialsPage />, address)
  await screen.findByText('3 logins')
}

const choose = (id: number) =>
  userEvent.click(screen.getByRole('checkbox', { name: `Select watcher-${id} at Score Watch` }))
const selection = () => screen.queryByRole('region', { name: 'Selection' })

it('lets logins be chosen and decided together, and nobody be written to', async () => {
  vi.stubGlobal('confirm', () => true)
  await show()
  await choose(5)
  await choose(3)
  const bar = within(selection() ?? document.body)
  expect(bar.getByText('2 logins selected')).toBeVisible()
  expect(bar.queryByRole('button', { name: /email/i })).toBeNull()
  await userEvent.click(bar.getByRole('button', { name: 'Approve' }))
  const rows = [5, 3].map((id) => ({ id, basedOn: 'pending' }))
  expect(started).toEqual([{ of: 'credentials', action: 'approve', selection: { rows } }])
})

it('is the same after a reload, as long as the list is narrowed in the same way', async () => {
  await show()
  await choose(4)
  cleanup()
  await show()
  expect(selection()).toHaveTextContent('1 login selected')
  cleanup()
  await show('/admin/credentials?status=pending')
  expect(selection()).toBeNull()
  cleanup()
  await show()
  expect(selection()).toBeNull()
})

it('is forgotten with the session', async () => {
  await show()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select this page' }))
  expect(selection()).toHaveTextContent('3 logins selected')
  cleanup()
  endSession(createQueryClient(), { isAsked: true })
  await show()
  expect(selection()).toBeNull()
})
