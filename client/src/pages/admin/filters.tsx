import { SlidersHorizontal } from 'lucide-react'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { dayBefore } from '@/lib/days'
import type { ListAddress } from '@/lib/use-list-address'
import { Button } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { Field } from '@/ui/field'
import { Input, Select } from '@/ui/input'

const custom = 'custom'

/** Days that are asked for often, each up to today. */
const shorthands = [
  { label: 'Today', days: 0 },
  { label: 'Last 7 days', days: 6 },
  { label: 'Last 30 days', days: 29 },
  { label: 'Last 90 days', days: 89 },
] as const

/** The shorthand for the days in an address, as of today, if any. */
export const findShorthand = ({ from, to }: Pick<ListAddress, 'from' | 'to'>) =>
  to === '' ? shorthands.find(({ days }) => from === dayBefore(days)) : undefined

/** Narrows a list to some days: a shorthand, or the first and the last one. */
export function DateFilter({ address }: { address: ListAddress }) {
  const { from, to, narrow } = address
  const [isChoosing, setIsChoosing] = useState(false)
  const isDated = from !== '' || to !== ''
  const shorthand = findShorthand({ from, to })
  const isCustom = isChoosing || (isDated && !shorthand)

  function handleChange(value: string) {
    setIsChoosing(value === custom)
    if (value === custom) return
    narrow({ from: value === '' ? '' : dayBefore(Number(value)), to: '' })
  }

  return (
    <>
      <FilterSelect
        label="Date"
        value={isCustom ? custom : shorthand ? String(shorthand.days) : ''}
        onChange={handleChange}
        options={[
          { value: '', label: 'Any date' },
          ...shorthands.map(({ label, days }) => ({ value: String(days), label })),
          { value: custom, label: 'Custom…' },
        ]}
      />
      {isCustom ? (
        <>
          <DayField
            label="From"
            value={from}
            max={to || undefined}
            onChange={({ target }) => narrow({ from: target.value, to })}
          />
          <DayField
            label="To"
            value={to}
            min={from || undefined}
            onChange={({ target }) => narrow({ from, to: target.value })}
          />
        </>
      ) : null}
    </>
  )
}

const DayField = ({ label, ...input }: ComponentProps<'input'> & { label: string }) => (
  <Field label={label} className="grow basis-36 sm:grow-0">
    {(aria) => <Input {...aria} {...input} type="date" compact />}
  </Field>
)

interface FilterSelectProps {
  label: string
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
}

/** A filter above a list, as wide as its longest option. */
export function FilterSelect({ label, value, onChange, options }: FilterSelectProps) {
  return (
    <Field label={label} className="min-w-36 grow sm:grow-0">
      {(aria) => (
        <Select
          {...aria}
          compact
          value={value}
          onChange={({ target }) => onChange(target.value)}
          options={options}
        />
      )}
    </Field>
  )
}

interface FilterFoldProps {
  /** For a list beside the row that is open. On phones the filters are folded always. */
  isFolded?: boolean
  /** At the end of the last row; on phones too. */
  more?: ReactNode
  children: ReactNode
}

/** The filters of a list; behind a button where they would take the room of its rows. */
export function FilterFold({ isFolded = false, more, children }: FilterFoldProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const isHidden = isFolded && !isOpen
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        icon={<SlidersHorizontal />}
        aria-expanded={isOpen}
        aria-controls={id}
        className={isFolded ? '' : 'md:hidden'}
        onClick={() => setIsOpen(!isOpen)}
      >
        Filters
      </Button>
      <div id={id} hidden={isHidden} className={cx('contents', !isOpen && 'max-md:hidden')}>
        {children}
      </div>
      {more === undefined ? null : (
        <div
          hidden={isHidden}
          className="order-1 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1"
        >
          {more}
        </div>
      )}
    </>
  )
}
