// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Tooltip, TooltipProvider } from './tooltip'

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <TooltipProvider>
      <Tooltip content="Opens in a new tab">
        <button>View</button>
      </Tooltip>
      <Tooltip content="Saves a copy">
        <button>Download</button>
      </Tooltip>
    </TooltipProvider>,
  )
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const hover = (name: string) =>
  fireEvent.pointerMove(screen.getByRole('button', { name }), { pointerType: 'mouse' })
const leave = (name: string) => fireEvent.pointerLeave(screen.getByRole('button', { name }))
const advance = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })

it('opens after 700 ms under the pointer', () => {
  hover('View')
  advance(699)
  expect(screen.queryByRole('tooltip')).toBeNull()
  advance(1)
  expect(screen.getByRole('tooltip').textContent).toBe('Opens in a new tab')
})

it('opens at once on focus and describes its trigger', () => {
  const button = screen.getByRole('button', { name: 'View' })
  act(() => button.focus())
  const tooltip = screen.getByRole('tooltip')
  expect(button.getAttribute('aria-describedby')).toBe(tooltip.id)
})

it('opens the next one without delay within 300 ms, and with delay after that', () => {
  hover('View')
  advance(700)
  leave('View')
  fireEvent.keyDown(document, { key: 'Escape' })
  advance(299)
  hover('Download')
  expect(screen.getByRole('tooltip').textContent).toBe('Saves a copy')

  leave('Download')
  fireEvent.keyDown(document, { key: 'Escape' })
  advance(301)
  hover('View')
  expect(screen.queryByRole('tooltip')).toBeNull()
  advance(700)
  expect(screen.getByRole('tooltip').textContent).toBe('Opens in a new tab')
})
