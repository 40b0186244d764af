import { Ellipsis } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './button'
import { cx } from './class-names'

interface MenuItem {
  label: string
  icon: ReactNode
  disabled?: boolean
  /** Actions that cannot be undone, under a line of their own. */
  isApart?: boolean
  onSelect: () => void
}

interface RowMenuProps {
  /** The object's name, for those who do not see the row. */
  to: string
  items: readonly MenuItem[]
}

/** Rarer actions of a row, behind one button. */
export function RowMenu({ to, items }: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)

  function close() {
    setIsOpen(false)
    button.current?.focus()
  }

  return (
    <>
      <IconButton
        ref={button}
        label={`More actions for ${to}`}
        icon={<Ellipsis />}
        className="pointer-fine:size-8!"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setIsOpen(true)
        }}
      />
      {isOpen ? (
        <Menu to={to} items={items} button={button} onClose={close} onLeave={setIsOpen} />
      ) : null}
    </>
  )
}

interface MenuProps extends RowMenuProps {
  button: RefObject<HTMLButtonElement | null>
  /** The focus goes back to the button. */
  onClose: () => void
  /** The focus is elsewhere. */
  onLeave: (isOpen: false) => void
}

/** Outside of the table, which would cut it off. */
function Menu({ to, items, button, onClose, onLeave }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (!menu.current || !button.current) return
    placeMenu(menu.current, button.current.getBoundingClientRect())
    listItems(menu.current)[0]?.focus({ preventScroll: true })
  }, [button])

  const leave = useEffectEvent((event: Event) => {
    const isInside = [menu, button].some(
      ({ current }) => event.target instanceof Node && current?.contains(event.target),
    )
    if (event.type !== 'pointerdown' || !isInside) onLeave(false)
  })
  useEffect(() => {
    document.addEventListener('pointerdown', leave)
    // The menu does not move with the row.
    window.addEventListener('scroll', leave, true)
    window.addEventListener('resize', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      window.removeEventListener('scroll', leave, true)
      window.removeEventListener('resize', leave)
    }
  }, [])

  function handleKey(event: KeyboardEvent<HTMLDivElement>) {
    // The keys of the page decide about rows.
    event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'Tab') {
      if (event.key === 'Escape') event.preventDefault()
      onClose()
      return
    }
    const all = listItems(event.currentTarget)
    const at = all.findIndex((item) => item === document.activeElement)
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }
    const next = moves[event.key]
    const found = next === undefined ? findByLetter(all, at, event.key) : all.at(next % all.length)
    if (!found) return
    event.preventDefault()
    found.focus()
  }

  return createPortal(
    <div
      ref={menu}
      role="menu"
      aria-label={`More actions for ${to}`}
      tabIndex={-1}
      onKeyDown={handleKey}
      className="fixed z-50 min-w-44 animate-fade-in rounded-lg border bg-white py-1 shadow-overlay"
    >
      {items.map(({ label, icon, disabled, isApart, onSelect }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          aria-label={`${label} ${to}`}
          aria-disabled={disabled || undefined}
          onClick={() => {
            if (disabled) return
            onClose()
            onSelect()
          }}
          className={cx(
            'flex min-h-9 w-full items-center gap-2.5 px-3.5 text-left text-sm hover:bg-sand focus-visible:bg-sand focus-visible:-outline-offset-2 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 pointer-coarse:min-h-11 [&>svg]:size-4.5 [&>svg]:stroke-[1.75] [&>svg]:text-muted',
            isApart && 'mt-1 border-t',
          )}
        >
          {icon}
          <span>{label}</span>
        </button>
      ))}
    </div>,
    document.body,
  )
}

const listItems = (menu: Element) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]

/** The next item that begins with a letter. */
const findByLetter = (all: HTMLElement[], at: number, letter: string) =>
  letter.trim().length === 1
    ? [...all.slice(at + 1), ...all.slice(0, at + 1)].find((item) =>
        item.textContent.toLowerCase().startsWith(letter.toLowerCase()),
      )
    : undefined

const gap = 4

/** Under the button and ending where it ends, as far as the window has room for that. */
function placeMenu(menu: HTMLElement, button: DOMRect): void {
  const { offsetWidth, offsetHeight } = menu
  const hasRoom = button.bottom + gap + offsetHeight <= document.documentElement.clientHeight
  const top = hasRoom ? button.bottom + gap : button.top - gap - offsetHeight
  menu.style.top = `${Math.max(gap, top)}px`
  menu.style.left = `${Math.max(gap, button.right - offsetWidth)}px`
}
