import type { KeyboardEvent } from 'react'
import { cx } from '@/ui/class-names'

interface ReasonChoiceProps {
  reasons: readonly string[]
  /** Its number in the list; 0 is none. */
  chosen: number
  onChoose: (number: number) => void
}

/** The reasons, each with the number key that chooses it. */
export function ReasonChoice({ reasons, chosen, onChoose }: ReasonChoiceProps) {
  function handleKeyDown(event: KeyboardEvent) {
    const number = /^\d$/.test(event.key) ? Number(event.key) : Infinity
    if (number > reasons.length || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onChoose(number)
  }

  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Reason</legend>
      {['No reason', ...reasons].map((text, number) => (
        <label
          key={text}
          className={cx(
            'flex min-h-9 items-center gap-3 rounded-md px-2 py-1 has-focus-visible:outline-2 has-focus-visible:outline-(--focus) pointer-coarse:min-h-11',
            number === chosen ? 'bg-sand' : 'hover:bg-sand-light',
          )}
        >
          <input
            type="radio"
            name="reason"
            checked={number === chosen}
            onChange={() => onChoose(number)}
            onKeyDown={handleKeyDown}
            {...(number === 0 && { 'data-autofocus': true })}
            className="size-4 shrink-0 accent-evergreen outline-none"
          />
          <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
          <kbd
            aria-hidden="true"
            className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm border border-control bg-paper font-mono text-sm pointer-coarse:hidden"
          >
            {number}
          </kbd>
        </label>
      ))}
    </fieldset>
  )
}
