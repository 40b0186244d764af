// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toast, Toaster } from './toast'
import { getToasts } from '@/lib/toast-store'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toaster />)
})

afterEach(() => {
  act(() => {
    vi.runAllTimers()
  })
  cleanup()
  vi.useRealTimers()
})

function show(options: Parameters<typeof toast>[0]) {
  const shown: ReturnType<typeof toast>[] = []
  act(() => {
    shown.push(toast(options))
  })
  return shown[0]
}

function advance(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}

function cards() {
  return [...document.querySelectorAll('ol > li')].map((card) => card.textContent)
}

it('shows one toast at a time: a new one takes the place of the old one', () => {
  show({ title: 'First' })
  show({ title: 'Second', description: 'With more to say.' })
  expect(cards()).toEqual(['SecondWith more to say.'])
  expect(getToasts()).toHaveLength(1)
})

it('closes after 5 seconds, not before', () => {
  show({ title: 'Saved' })
  advance(4999)
  expect(cards()).toHaveLength(1)
  advance(1)
  expect(cards()).toHaveLength(0)
})

it('forgets a toast 1,000,000 ms after it was dismissed', () => {
  const saved = show({ title: 'Saved' })
  act(() => saved?.dismiss())
  expect(cards()).toHaveLength(0)
  advance(999_999)
  expect(getToasts()).toHaveLength(1)
  advance(1)
  expect(getToasts()).toHaveLength(0)
})

it('moves focus to the labeled viewport on F8', () => {
  show({ title: 'Saved' })
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
  expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toBeTruthy()
  expect(document.activeElement?.tagName).toBe('OL')
})

it('runs its action and closes', () => {
  const handleUndo = vi.fn()
  show({ title: 'Deleted', action: { label: 'Undo', onClick: handleUndo } })
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(handleUndo).toHaveBeenCalledOnce()
  expect(cards()).toHaveLength(0)
})

it('closes by its button and marks a destructive toast', () => {
  show({ title: 'Upload failed', variant: 'destructive' })
  expect(document.querySelector('li')?.dataset.variant).toBe('destructive')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(cards()).toHaveLength(0)
})

const at = (x: number) => ({ pointerId: 1, button: 0, clientX: x, clientY: 0 })

function swipe(distance: number) {
  const card = document.querySelector('li')
  if (!card) throw new Error('no toast')
  card.setPointerCapture = () => undefined
  card.releasePointerCapture = () => undefined
  card.hasPointerCapture = () => true
  fireEvent.pointerDown(card, at(0))
  fireEvent.pointerMove(card, at(20))
  fireEvent.pointerMove(card, at(distance))
  fireEvent.pointerUp(card, at(distance))
}

it('closes when swiped right by more than 50 px, and stays at less', () => {
  show({ title: 'Saved' })
  swipe(45)
  expect(cards()).toHaveLength(1)
  swipe(60)
  expect(cards()).toHaveLength(0)
})
