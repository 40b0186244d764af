import { useState } from 'react'
import { dayBefore } from '@/lib/days'
import type { ListAddress } from '@/lib/use-list-address'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { FilterSelect } from './filter-select'

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
      >
        <option value="">Any date</option>
        {shorthands.map(({ label, days }) => (
          <option key={days} value={days}>
            {label}
          </option>
        ))}
        <option value={custom}>Custom…</option>
      </FilterSelect>
      {isCustom ? (
        <>
          <Field label="From" className="grow basis-36 sm:grow-0">
            {(aria) => (
              <Input
                {...aria}
                type="date"
                compact
                value={from}
                max={to || undefined}
                onChange={(event) => narrow({ from: event.target.value, to })}
              />
            )}
          </Field>
          <Field label="To" className="grow basis-36 sm:grow-0">
            {(aria) => (
              <Input
                {...aria}
                type="date"
                compact
                value={to}
                min={from || undefined}
                onChange={(event) => narrow({ from, to: event.target.value })}
              />
            )}
          </Field>
        </>
      ) : null}
    </>
  )
}
