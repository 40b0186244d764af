import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { useSingleKeys } from '@/lib/use-shortcuts'

interface AnswerKeysOptions {
  box: RefObject<HTMLElement | null>
  most: number
  /** The lowest number that chooses: 0 for none of them. */
  least: 0 | 1
  chosen: number | null
  choose: (number: number | null) => void
  /** Adds to the text, before what is typed next. */
  write: (text: string) => void
  send: () => void
}

/**
 * The keys of the dialog that asks why something is rejected, or what to ask. A number chooses a reason, and any other letter goes into the
 * text box, wherever the focus is. Numbers that turn out to begin a sentence ('30 days') choose nothing. With single keys off, which it answers, Enter alone acts.
 */
export function useAnswerKeys(options: AnswerKeysOptions): boolean {
  const { box, most, least, chosen, choose, write, send } = options
  const [hasKeys] = useSingleKeys()
  const begun = useRef<{ digits: string; chosen: number | null }>({ digits: '', chosen: null })

  /** The browser puts the letter into whatever has the focus when its handlers are done. */
  function goToText({ withDigits }: { withDigits: boolean }) {
    if (withDigits && begun.current.digits) {
      choose(begun.current.chosen)
      write(begun.current.digits)
    }
    begun.current.digits = ''
    const text = box.current?.querySelector('textarea')
    text?.focus()
    text?.setSelectionRange(text.value.length, text.value.length)
  }

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event
    const dialog = box.current?.closest('dialog')
    // The form itself has sent it.
    if (event.defaultPrevented) return
    if (target !== document.body && !(target instanceof Node && dialog?.contains(target))) return
    const isTyping = target instanceof HTMLTextAreaElement
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')
    const isAnswering = (isTyping && !event.shiftKey) || target instanceof HTMLInputElement
    if (key === 'Enter' && (isShortcut || isAnswering) && !event.isComposing) {
      event.preventDefault()
      send()
    }
    if (isTyping || isShortcut || key === 'Shift' || !hasKeys) return

    const digit = readDigit(event)
    if (digit !== null && digit <= most && digit >= least) {
      event.preventDefault()
      const { digits, chosen: before } = begun.current
      begun.current = { digits: `${digits}${digit}`, chosen: digits ? before : chosen }
      choose(digit)
    } else if (digit !== null || (key === ' ' && begun.current.digits)) {
      goToText({ withDigits: true })
    } else if (writes(key)) {
      goToText({ withDigits: false })
    } else begun.current.digits = ''
  })

  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
  return hasKeys
}

/** By its place as well: some layouts have other letters there. */
function readDigit({ key, code, shiftKey, altKey }: KeyboardEvent): number | null {
  if (key.length > 1 || altKey) return null
  const [, place] = shiftKey ? [] : (/^Digit(\d)$/.exec(code) ?? [])
  const digit = /^\d$/.test(key) ? key : place
  return digit === undefined ? null : Number(digit)
}

/** The space bar presses what has the focus; an input method and an accent begin a letter. */
const writes = (key: string) =>
  (key.length === 1 && key !== ' ') || key === 'Dead' || key === 'Process'
