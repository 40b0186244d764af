import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/lib/query-client'
import { AdminGate } from './admin-gate'

afterEach(() => vi.unstubAllGlobals())

// Not as `renderPage` does: StrictMode asks more often.
const showGate = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AdminGate>
        <p>The administration</p>
      </AdminGate>
    </QueryClientProvider>,
  )
const administrator = { id: 1, firstName: 'Portal', lastName: 'Administrator', isAdmin: 1 }

test('a hiccup of the server denies the administrator nothing, and trying again helps', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  let isBusy = true
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/user') return Response.json(administrator)
    if (isBusy) return Response.json({ message: 'Busy.', code: 'unavailable' }, { status: 503 })
    return Response.json({ isAdmin: true })
  })
  showGate()
  await screen.findByRole('heading', { name: 'We can’t reach the portal' })
  expect(screen.queryByText('Access Denied')).toBeNull()
  isBusy = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('The administration')
})

test('who is logged in is asked once more before the administration gives up, and no more', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  let asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return Response.json({ message: 'Busy.', code: 'unavailable' }, { status: 503 })
  })
  showGate()
  const sorry = { name: 'We can’t reach the portal' }
  await screen.findByRole('heading', sorry, { timeout: 10_000 })
  expect(asked).toBe(2)
})
