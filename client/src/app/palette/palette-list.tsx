import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from '@/ui/class-names'
import { Input } from '@/ui/input'
import { Status } from '@/ui/status'

export interface PaletteItem {
  key: string
  label: ReactNode
  /** Next to it, in small. */
  note?: ReactNode
  choose: () => void
  /** More actions: under the first of its kind, and under the one that the arrow keys have chosen. */
  actions?: PaletteItem[]
}

interface PaletteGroup {
  name: string
  items: PaletteItem[]
}

interface PaletteListProps {
  label: string
  text: string
  onType: (text: string) => void
  groups: PaletteGroup[]
  /** Under the list: nothing was found, or it is still being looked for. */
  message: string
}

/** A box to type in and what it finds; the arrow keys choose while the focus stays in the box. */
export function PaletteList({ label, text, onType, groups, message }: PaletteListProps) {
  const id = useId()
  const [chosenKey, setChosenKey] = useState('')
  // Not where the pointer is: what is under it would move.
  const [expandedKey, setExpandedKey] = useState('')
  const expandable = groups.flatMap((group) => group.items).filter(({ actions }) => actions)
  const expanded = expandable.find(({ key }) => key === expandedKey) ?? expandable[0]
  const shownGroups = groups.map(({ name, items: listed }) => ({
    name,
    items: listed.flatMap((item) => (item === expanded ? [item, ...(item.actions ?? [])] : item)),
  }))
  const items = shownGroups.flatMap((group) => group.items)
  const active = items.find(({ key }) => key === chosenKey) ?? items[0]
  const idOf = (item: PaletteItem) => `${id}-${item.key}`

  function move(step: 1 | -1) {
    const index = active ? items.indexOf(active) : -1
    const next = items[(index + step + items.length) % items.length]
    if (!next) return
    setChosenKey(next.key)
    if (next.actions) setExpandedKey(next.key)
    document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
  }

  function handleKey(event: KeyboardEvent) {
    // Text that an input method is composing is not an order.
    if (event.nativeEvent.isComposing) return
    const acts: Record<string, () => void> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: () => active?.choose(),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <>
      <Input
        data-autofocus
        role="combobox"
        aria-label={label}
        aria-expanded={items.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && idOf(active)}
        placeholder={label}
        value={text}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setChosenKey('')
          setExpandedKey('')
          onType(event.target.value)
        }}
        onKeyDown={handleKey}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} className="mt-3">
        {shownGroups
          .filter((group) => group.items.length > 0)
          .map((group, index) => (
            <div key={group.name} role="group" aria-labelledby={`${id}-group-${index}`}>
              <p
                id={`${id}-group-${index}`}
                className="px-3 pt-2 pb-1 text-xs font-medium tracking-widest text-muted uppercase"
              >
                {group.name}
              </p>
              {group.items.map((item) => (
                <Option
                  key={item.key}
                  id={idOf(item)}
                  item={item}
                  isActive={item === active}
                  isNested={expanded?.actions?.includes(item) ?? false}
                  onHover={() => setChosenKey(item.key)}
                />
              ))}
            </div>
          ))}
      </div>
      <Status className="px-3 pt-2 text-sm text-muted">{message}</Status>
    </>
  )
}

interface OptionProps {
  id: string
  item: PaletteItem
  isActive: boolean
  /** It belongs to the one above it. */
  isNested: boolean
  onHover: () => void
}

// The keys are those of the box, which keeps the focus.
function Option({ id, item, isActive, isNested, onHover }: OptionProps) {
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerMove={onHover}
      onPointerDown={(event) => event.preventDefault()}
      onClick={item.choose}
      className={cx(
        'flex min-h-11 w-full cursor-pointer flex-wrap text-left items-center justify-between gap-x-3 rounded-md px-3 py-1',
        isNested && 'pl-8 text-sm',
        isActive && 'bg-sand outline-2 -outline-offset-2 outline-evergreen',
      )}
    >
      <span className="min-w-0 wrap-anywhere">{item.label}</span>
      {item.note ? (
        <span className="flex min-w-0 items-center gap-2 text-sm text-muted">{item.note}</span>
      ) : null}
    </button>
  )
}
