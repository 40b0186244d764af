import { useState } from 'react'
import { quietKeys, useShortcuts, useSingleKeys } from '@/lib/use-shortcuts'

/**
 * Keys for lists whose rows name the button that opens them with `data-opens`, and others with `data-key`: J and K go
 * from row to row, and in the open panel from one panel to the next. Other keys press a button of the row, or panel.
 */
export function useRowKeys() {
  const [isOpen, setIsOpen] = useState(false)
  const [areOn] = useSingleKeys()
  const show = () => setIsOpen(true)
  useShortcuts(
    areOn
      ? {
          j: () => move(1),
          k: () => move(-1),
          o: () => press('o'),
          m: () => press('m'),
          t: () => press('t'),
          '/': () => find(document, 'input[type=search]')?.focus(),
          '?': show,
        }
      : {},
  )
  return { isOpen, show, close: () => setIsOpen(false) }
}

const find = (inside: ParentNode, selector: string) => inside.querySelector<HTMLElement>(selector)

const findPanel = () => find(document, 'dialog[open]')

const listOpeners = () => Array.from(document.querySelectorAll<HTMLElement>('[data-opens]'))

const rowOf = (opener: HTMLElement) => opener.closest('li, tr')

const isHere = (opener: HTMLElement) =>
  findPanel()
    ? rowOf(opener)?.matches('[aria-current]')
    : rowOf(opener)?.contains(document.activeElement)

function move(step: 1 | -1): void {
  const isPanelOpen = findPanel() !== null
  const openers = listOpeners().filter(
    ({ dataset }) => !isPanelOpen || dataset['opens'] === 'panel',
  )
  const at = openers.findIndex(isHere)
  const next = openers[at < 0 ? 0 : at + step]
  if (!next) quietKeys()
  else if (isPanelOpen) next.click()
  else next.focus()
}

/** Where the row has none, the first of the page that can be joined or offered; an outcome is that of one row alone. */
function press(key: 'o' | 'm' | 't'): void {
  const panel = findPanel()
  const opener = listOpeners().find(isHere)
  const near = panel ?? (opener && rowOf(opener))
  const isAnyones = key !== 't' && !panel
  const selector = `[data-key=${key}]`
  const button = (near && find(near, selector)) ?? (isAnyones ? find(document, selector) : null)
  if (button) button.click()
  else quietKeys()
}
