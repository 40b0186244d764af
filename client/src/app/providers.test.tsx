import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { toast } from '@/lib/toast-store'
import { Providers } from './providers'

it('toasts are asked for with the first touch, and the page outlives it when they are gone', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const asked = vi.fn()
  // As after a deployment: their file is not there any more.
  vi.doMock('@/ui/toast', () => {
    asked()
    throw new Error('Failed to fetch dynamically imported module')
  })
  render(
    <Providers>
      <input aria-label="Name" />
    </Providers>,
  )
  expect(asked).not.toHaveBeenCalled()
  fireEvent.focusIn(screen.getByLabelText('Name'))
  await waitFor(() => expect(asked).toHaveBeenCalled())

  const failures = vi.mocked(console.error)
  act(() => void toast({ title: 'Saved' }))
  await waitFor(() => expect(failures).toHaveBeenCalled())
  expect(screen.getByLabelText('Name')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
