import { useEffect, useEffectEvent, useRef } from 'react'
import { createSharedText, useStore } from './store'
import { toast } from './toast-store'
import { isFormLoading } from './lazy-part'

type Handlers = Record<string, () => void>

interface Registered {
  read: () => Handlers
  repeats: boolean
}

/** Everything on the page that keys act on, as one: only so can a letter that means nothing be told. */
const registered = new Set<Registered>()

/**
 * Single keys that act on the whole page; never while someone types, holds a modifier or has just opened
 * a form that is still loading, and once each time a key is pressed: held down, 'approve' would run through the
 * list. Keys that only scroll may repeat.
 */
export function useShortcuts(
  handlers: Handlers,
  { repeats = false }: { repeats?: boolean } = {},
): void {
  const read = useEffectEvent(() => handlers)

  useEffect(() => {
    const own: Registered = { read: () => read(), repeats }
    if (registered.size === 0) document.addEventListener('keydown', handlePressed)
    registered.add(own)
    return () => {
      registered.delete(own)
      if (registered.size > 0) return
      document.removeEventListener('keydown', handlePressed)
      forgetKeys()
    }
  }, [repeats])
}

function handlePressed(event: KeyboardEvent): void {
  if (!isForPage(event)) return
  const keys = keysOf(event)
  const wasCut = isLetter(event.key) && cutWaiting()
  const isWanted = readHandlers().some(({ handlers }) => keys.some((key) => key in handlers))
  if (wasCut || isTyped(event, isWanted)) {
    // Space and Enter would press the button that has the focus.
    event.preventDefault()
    return
  }
  const { repeat } = event
  if (findHandlers(keys, repeat).length === 0) return
  event.preventDefault()
  if (isLetter(event.key) && refusesForDraft()) return
  if (followsAtOnce(event)) waitForMore(keys)
  else for (const handler of findHandlers(keys, repeat)) handler()
}

const readHandlers = () =>
  [...registered].map(({ read, repeats }) => ({ handlers: withKeysOn(read()), repeats }))

/** Without single letters, digits and signs where someone has turned them off. */
const withKeysOn = (handlers: Handlers): Handlers =>
  areKeysOn()
    ? handlers
    : Object.fromEntries(Object.entries(handlers).filter(([key]) => !isLetter(key)))

/** Handlers for a key from each part of the page, by the first of its names that the part knows. */
const findHandlers = (keys: readonly string[], isRepeat: boolean) =>
  readHandlers().flatMap(({ handlers, repeats }) =>
    isRepeat && !repeats ? [] : keys.flatMap((key) => handlers[key] ?? []).slice(0, 1),
  )

/** How soon after another letter it may be one of a text. */
const typingMs = 150
/** How long nothing acts after a key that was refused or a letter of a text. */
const quietMs = 800

let lastLetter = { key: '', at: -Infinity }
let quietUntil = -Infinity
let waiting: ReturnType<typeof setTimeout> | undefined

function forgetKeys(): void {
  lastLetter = { key: '', at: -Infinity }
  quietUntil = -Infinity
  clearTimeout(waiting)
  waiting = undefined
}

/** After a key that was refused: what follows is probably meant for a form that did not open. */
export function quietKeys(): void {
  quietUntil = performance.now() + quietMs
}

const isLetter = (key: string) => key.length === 1

/** Whether a key belongs to a text: it follows a refused key, or is a letter that means nothing here. */
function isTyped(event: KeyboardEvent, isWanted: boolean): boolean {
  if (!isLetter(event.key) && event.key !== 'Enter') return false
  const isQuiet = performance.now() < quietUntil
  const isStray = isLetter(event.key) && event.key !== ' ' && !event.repeat && !isWanted
  const hasLetters = readHandlers().some(({ handlers }) => Object.keys(handlers).some(isLetter))
  if (!hasLetters || !(isQuiet || isStray)) return false
  quietKeys()
  return true
}

/** Whether a letter comes right after another one: of two commands, or the second of a word. */
function followsAtOnce(event: KeyboardEvent): boolean {
  if (!isLetter(event.key)) return false
  const key = event.key.toLowerCase()
  const at = performance.now()
  const isAtOnce = key !== lastLetter.key && at - lastLetter.at < typingMs
  lastLetter = { key, at }
  return isAtOnce
}

/** Acts a moment later, unless a third letter shows that someone writes a word. */
function waitForMore(keys: readonly string[]): void {
  waiting = setTimeout(() => {
    waiting = undefined
    if (isFormLoading() || document.querySelector(dialogs)) return
    for (const handler of findHandlers(keys, false)) handler()
  }, typingMs)
}

/** Whether a letter was waiting to act: with another one after it, it is part of a word. */
function cutWaiting(): boolean {
  if (waiting === undefined) return false
  clearTimeout(waiting)
  waiting = undefined
  quietKeys()
  return true
}

/** Whether a form on the page has text that no one has saved, which any key might leave behind; says so. */
function refusesForDraft(): boolean {
  if (!document.querySelector('form[data-draft]')) return false
  quietKeys()
  toast({ title: 'Save or cancel what you’ve written first.', isNeutral: true })
  return true
}

/** How long the second key of a sequence may take. */
const sequenceMs = 1500

/**
 * Keys that act right after another one. Such a key is not a shortcut as
 * well. They act a moment later: a third letter by then means that someone writes a word.
 */
export function useSequence(first: string, handlers: Handlers): void {
  const begunAt = useRef(-Infinity)
  const acting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (!areKeysOn() || !isForPage(event) || event.key === 'Shift' || event.repeat) return
    const isSecond = performance.now() - begunAt.current < sequenceMs
    begunAt.current = -Infinity
    if (!isLetter(event.key)) return
    if (cutWaiting()) return
    if (acting.current !== undefined) {
      clearTimeout(acting.current)
      acting.current = undefined
      quietKeys()
    } else if (isSecond) {
      event.stopImmediatePropagation()
      const [handler] = keysOf(event).flatMap((key) => handlers[key] ?? [])
      if (!handler) return quietKeys()
      event.preventDefault()
      if (refusesForDraft()) return
      acting.current = setTimeout(() => {
        acting.current = undefined
        handler()
      }, typingMs)
    } else if (keysOf(event).includes(first)) {
      event.stopImmediatePropagation()
      event.preventDefault()
      if (!isTyped(event, true)) begunAt.current = performance.now()
    }
  })

  useEffect(() => {
    // Before every shortcut.
    document.addEventListener('keydown', handle, { capture: true })
    return () => document.removeEventListener('keydown', handle, { capture: true })
  }, [])
  useEffect(() => () => clearTimeout(acting.current), [])
}

type PressedKey = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

/** Names of a pressed key: by its letter, and by its place where the layout has no Latin letter there. */
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
  if (isFormLoading() && event.key !== 'Escape') {
    // Where the form never comes, what is typed on is no command either.
    quietKeys()
    return false
  }
  return document.querySelector(dialogs) === null
}

const stored = createSharedText('single-keys')

const areKeysOn = () => stored.get() !== 'off'

const toggle = (on: boolean) => stored.set(on ? null : 'off')

/** Whether single keys act on a page, and how to change that in this browser. */
export function useSingleKeys() {
  return [useStore(stored) !== 'off', toggle] as const
}
