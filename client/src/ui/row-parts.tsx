import type { Column } from './table'
import { Check, ChevronDown, type LucideIcon, MessageCircleQuestion, Minus } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from './class-names'
import { formatMonthDay } from '@/lib/format'
import { Button } from './button'
import { Tooltip } from './tooltip'
import { StatusBadge } from './badge'

/** The chosen rows of a table. */
export interface RowSelection<Row> {
  isChosen: (row: Row) => boolean
  toggle: (row: Row, wanted: boolean) => void
  /** All rows of the page, some of them, or none. */
  page: 'all' | 'some' | 'none'
  togglePage: (wanted: boolean) => void
}

/** Puts a checkbox before what names a row, and one for the whole page into the header; cards have no header. */
export const selectable = <Row,>(
  selection: RowSelection<Row>,
  name: (row: Row) => string,
  column: Column<Row>,
): Column<Row> => ({
  ...column,
  nameRow: name,
  headerControl: (
    <RowCheckbox
      label="Select this page"
      checked={selection.page === 'all'}
      isMixed={selection.page === 'some'}
      // Above the button that the rest of the header is.
      className="z-1 mr-2 align-middle stacked:hidden"
      onChange={selection.togglePage}
    />
  ),
  cell: (row) => (
    <span className="flex min-w-0 items-center gap-2">
      <RowCheckbox
        label={`Select ${name(row)}`}
        checked={selection.isChosen(row)}
        onChange={(wanted) => selection.toggle(row, wanted)}
      />
      {/* A card's label is on the line of the name. */}
      <span className="min-w-0 stacked:self-baseline">{column.cell(row)}</span>
    </span>
  ),
})

interface RowCheckboxProps {
  /** For screen readers: 'Select Ada Lovelace'. */
  label: string
  checked: boolean
  /** Some of its rows, not all. */
  isMixed?: boolean
  className?: string
  onChange: (checked: boolean) => void
}

/** Chooses a row of a table, or all of them. Small to see, a finger wide to touch. */
function RowCheckbox(props: RowCheckboxProps) {
  const { label, checked, isMixed = false, className, onChange } = props
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = isMixed
  }, [isMixed])
  const Icon = isMixed ? Minus : Check
  return (
    <span
      className={cx('relative inline-flex size-5 shrink-0 items-center justify-center', className)}
    >
      <input
        ref={input}
        type="checkbox"
        aria-label={label}
        checked={checked}
        className="peer absolute -inset-1.5 z-1 cursor-pointer appearance-none rounded-md focus-visible:-outline-offset-2 pointer-coarse:-inset-3"
        onChange={(event) => onChange(event.target.checked)}
      />
      <span
        aria-hidden="true"
        className={cx(
          'size-4.5 rounded-xs border border-control bg-white transition-colors peer-hover:border-ink',
          'peer-checked:border-evergreen peer-checked:bg-evergreen peer-indeterminate:border-evergreen peer-indeterminate:bg-evergreen',
        )}
      />
      <Icon
        strokeWidth={3}
        className="pointer-events-none absolute inset-0 m-auto size-3.5 text-white opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-100 forced-colors:text-[CanvasText]"
      />
    </span>
  )
}

/** A warning about a row, as an icon with its words, so that the row stays one line high. */
export function RowMark({ icon: Icon, text }: { icon: LucideIcon; text: string }) {
  return (
    <span
      title={text}
      className="inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-warning-surface text-warning"
    >
      <Icon className="size-3.5" strokeWidth={1.75} />
      <span className="sr-only">{text}</span>
    </span>
  )
}

/** Tells what is pending because someone owes an answer from what is pending because no one has decided. */
export function AskedMark({ askedAt }: { askedAt: string | undefined }) {
  if (!askedAt) return null
  const text = `Asked on ${formatMonthDay(askedAt)}, waiting for them`
  return <RowMark icon={MessageCircleQuestion} text={text} />
}

interface RowActionProps {
  label: string
  /** The object's name, for those who do not see the row. */
  to: string
  icon: ReactNode
  /** More about it than its label says. */
  title?: string
  disabled?: boolean
  /** An icon has its word on cards only; what is quiet has its word, and no border. */
  look?: 'icon' | 'button' | 'quiet'
  onClick: () => void
}

/** A button in a table's row: an icon with a tooltip, with its word beside it on a card. */
export function RowAction({
  label,
  to,
  icon,
  title,
  disabled,
  look = 'icon',
  onClick,
}: RowActionProps) {
  if (look !== 'icon') {
    return (
      <Button
        size="sm"
        variant={look === 'quiet' ? 'ghost' : 'secondary'}
        icon={icon}
        title={title}
        disabled={disabled}
        aria-label={`${label} ${to}`}
        onClick={onClick}
      >
        {label}
      </Button>
    )
  }
  return (
    <Tooltip content={label}>
      <Button
        size="sm"
        variant="ghost"
        icon={icon}
        disabled={disabled}
        aria-label={`${label} ${to}`}
        onClick={onClick}
        className="px-1.5! text-muted! enabled:hover:text-ink! pointer-fine:min-h-8! stacked:text-ink! stacked:border-control stacked:bg-white stacked:px-3!"
      >
        <span className="hidden stacked:inline">{label}</span>
      </Button>
    </Tooltip>
  )
}

interface StatusSelectProps<Status extends string> {
  label: string
  value: Status
  options: readonly Status[]
  disabled?: boolean
  onChange: (status: Status) => void
}

/** A status that is also the dropdown which changes it immediately. */
export function StatusSelect<Status extends string>(props: StatusSelectProps<Status>) {
  const { label, value, options, disabled, onChange } = props

  function handleChange(wanted: string) {
    const status = options.find((option) => option === wanted)
    if (status && status !== value) onChange(status)
  }

  return (
    <span
      className={cx(
        'relative flex min-h-8 w-fit items-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-(--focus) pointer-coarse:min-h-11',
        disabled && 'opacity-55',
      )}
    >
      <span aria-hidden="true" className="inline-flex">
        <StatusBadge status={value} className="pr-7!" />
        <ChevronDown
          strokeWidth={2}
          className="absolute inset-y-0 right-2 my-auto size-3.5 text-muted"
        />
      </span>
      {/* The browser's own list of options, under a look of ours; 16 px, or iOS zooms in. */}
      <select
        aria-label={label}
        value={value}
        disabled={disabled}
        onChange={(event) => handleChange(event.target.value)}
        className="absolute inset-0 w-full appearance-none text-base opacity-0"
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {option.charAt(0).toUpperCase() + option.slice(1)}
          </option>
        ))}
      </select>
    </span>
  )
}
