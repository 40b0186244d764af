import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { isStillOpening } from './later'
import { createSharedText } from './shared-text'

type Handlers = Record<string, () => void>

/**
 * Single keys that act on the whole page; never while someone types, holds a modifier or has just opened
 * a form that is still loading, and once each time a key is pressed: held down, 'approve' would run through the
 * list. Keys that only scroll may repeat.
 */
export function useShortcuts(
  handlers: Handlers,
  { repeats = false }: { repeats?: boolean } = {},
): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat && !repeats) return
    if (isForPage(event)) act(event, handlers)
  })

  useEffect(() => {
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [])
}

/** How long the second key of a sequence may take. */
const sequenceMs = 1500

/**
 * Keys that act right after another one, which is null while they are turned off. Such a key is not a shortcut as
 * well.
 */
export function useSequence(first: string | null, handlers: Handlers): void {
  const begunAt = useRef(-Infinity)
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (first === null || !isForPage(event) || event.key === 'Shift' || event.repeat) return
    const isSecond = event.timeStamp - begunAt.current < sequenceMs
    begunAt.current = -Infinity
    if (event.key.length > 1) return
    if (isSecond) {
      event.stopImmediatePropagation()
      act(event, handlers)
    } else if (keysOf(event).includes(first)) {
      begunAt.current = event.timeStamp
      event.preventDefault()
    }
  })

  useEffect(() => {
    // Before every shortcut.
    document.addEventListener('keydown', handle, { capture: true })
    return () => document.removeEventListener('keydown', handle, { capture: true })
  }, [])
}

function act(event: KeyboardEvent, handlers: Handlers): void {
  const [handler] = keysOf(event).flatMap((key) => handlers[key] ?? [])
  if (!handler) return
  event.preventDefault()
  handler()
}

type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

/** What a pressed key is called: by its letter, and by its place where the layout has no Latin letter there. */
export function keysOf({ key, code, shiftKey }: PressedKey): string[] {
  if (key.length > 1) return [key]
  const letter = key.toLowerCase()
  if (/^[a-z\d]$/.test(letter)) return [letter]
  const [, place = code === 'Slash' ? (shiftKey ? '?' : '/') : ''] = /^Key([A-Z])$/.exec(code) ?? []
  return [letter, place.toLowerCase()]
}

// A dropdown takes letters too: they choose an option. A checkbox takes none.
const typing = 'input:not([type=checkbox]), textarea, select, [contenteditable]'

/** Its keys are its own, unless it is the panel of a page. */
const dialogs = 'dialog[open]:not([data-page-keys])'

function isForPage(event: KeyboardEvent): boolean {
  // First of all: what fills in a form by itself sends events that have no key.
  if (event.target instanceof Element && event.target.closest(typing)) return false
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false
  // AltGr writes letters of its own.
  if (event.isComposing || event.getModifierState('AltGraph')) return false
  if (isStillOpening() && event.key !== 'Escape') return false
  return document.querySelector(dialogs) === null
}

const stored = createSharedText('single-keys')

const toggle = (on: boolean) => stored.set(on ? null : 'off')

/**
 * Whether single keys act on a page, and how to change that in this browser: for people who use speech
 * input, each word would press a row of keys.
 */
export function useSingleKeys() {
  const enabled = useSyncExternalStore(stored.subscribe, () => stored.get() !== 'off')
  return [enabled, toggle] as const
}
