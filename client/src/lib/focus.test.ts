import { waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { keepFocus } from './focus'

it('is kept, too, by what could only be loaded after the first attempt', async () => {
  document.body.innerHTML =
    '<main><a href="#1">One</a><a href="#2">Two</a><a href="#3">Three</a></main>'
  const links = document.querySelectorAll('a')
  const load = vi
    .fn(() => import('./focus-keeper'))
    .mockRejectedValueOnce(new Error('No connection'))
  const stop = keepFocus(load)
  links[0]?.focus()
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  links[1]?.focus()
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2))
  await load.mock.results[1]?.value
  links[2]?.focus()
  links[2]?.remove()
  await waitFor(() => expect(document.activeElement).toBe(links[1]))
  stop()
})
