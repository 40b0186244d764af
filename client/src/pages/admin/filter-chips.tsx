import { X } from 'lucide-react'
import { startOfDay } from '@/lib/days'
import { formatDate } from '@/lib/format'
import type { ListAddress } from '@/lib/use-list-address'
import { findShorthand } from './date-filter'

interface FilterChipsProps {
  address: ListAddress
  nameStatus: (status: string) => string
}

/** What narrows the list; pressing one takes it away. */
export function FilterChips({ address, nameStatus }: FilterChipsProps) {
  const { status, kind, from, to } = address
  const chips = [
    ...(kind ? [{ label: 'Referrers', remove: () => address.filterKind('') }] : []),
    ...(status ? [{ label: nameStatus(status), remove: () => address.filter('') }] : []),
    ...(from || to
      ? [{ label: nameDays(address), remove: () => address.filterDays({ from: '', to: '' }) }]
      : []),
  ]
  if (chips.length === 0) return null
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-2">
      {chips.map(({ label, remove }) => (
        <li key={label}>
          <button
            type="button"
            aria-label={`Remove filter: ${label}`}
            className="inline-flex min-h-7 items-center gap-1.5 rounded-full border border-control bg-white px-3 text-sm text-ink transition-colors hover:border-ink hover:bg-paper pointer-coarse:min-h-11"
            onClick={remove}
          >
            {label}
            <X aria-hidden="true" strokeWidth={1.75} className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function nameDays({ from, to }: ListAddress): string {
  const shorthand = findShorthand({ from, to })
  if (shorthand) return shorthand.label
  const [first, last] = [from, to].map(nameDay)
  if (from === to) return first ?? ''
  if (!to) return `Since ${first}`
  return from ? `${first} – ${last}` : `Until ${last}`
}

function nameDay(day: string): string {
  const start = startOfDay(day)
  return start ? formatDate(start) : ''
}
