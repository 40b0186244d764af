import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakePage, installFakeApi, renderAt } from '../../../../../tests/support/fake-api'
import { UsersPage } from './users-page'
const api = installFakeApi()
const build = (id: number) => ({ id, firstName: 'P', lastName: `N${id}`, email: `p${id}@example.com`, phoneNumber: '(303) 555-0111', status: 'pending', statusReason: null, isAdmin: 0, contactConsent: false, createdAt: '2026-11-20T09:41:00.000Z' })
function hold() {
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  const now = globalThis.fetch
  vi.stubGlobal('fetch', async (a: string, i: RequestInit) => { if (i.method === 'PATCH') await held; return now(a, i) })
  return () => release()
}
it('in flight', async () => {
  let users = [4, 3, 2, 1].map(build)
  api.routes['GET /api/admin/users'] = () => fakePage(users)
  api.routes['GET /api/admin/files'] = () => fakePage([])
  api.routes['PATCH /api/admin/users/4/status'] = () => { users = users.slice(1); return { body: build(4) } }
  renderAt('/admin/users?status=pending', <UsersPage />)
  await screen.findByText('4 users')
  const release = hold()
  await userEvent.keyboard('jajj')
  expect(window.location.search).toBe('?status=pending&open=2')
  release()
  await screen.findByText('3 users')
  await new Promise((r) => setTimeout(r, 300))
  expect(window.location.search).toBe('?status=pending&open=2')
})
it('gone', async () => {
  const users = [4, 3].map(build)
  api.routes['GET /api/admin/users'] = () => fakePage(users)
  api.routes['GET /api/admin/files'] = () => fakePage([])
  api.routes['PATCH /api/admin/users/4/status'] = () => ({ body: build(4) })
  const { unmount } = renderAt('/admin/users?status=pending', <UsersPage />)
  await screen.findByText('2 users')
  const release = hold()
  await userEvent.keyboard('ja')
  unmount()
  window.history.pushState(null, '', '/admin/email')
  release()
  await new Promise((r) => setTimeout(r, 500))
  expect(window.location.pathname).toBe('/admin/email')
})
it('close', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  api.routes['GET /api/admin/users'] = () => fakePage([4, 3].map(build))
  api.routes['GET /api/admin/files'] = () => fakePage([])
  renderAt('/admin/users', <UsersPage />)
  await screen.findByText('2 users')
  await userEvent.click(screen.getByRole('button', { name: 'P N3' }))
  await userEvent.click(within(screen.getByRole('complementary')).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  expect(document.activeElement?.textContent).toBe('P N3')
})
