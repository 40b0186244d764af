import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AuditKind } from '@shared/audit'
import { auditKinds } from '@shared/list-choices'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Select } from '@/ui/input'
import { SearchField } from '@/ui/search-field'
import { DateFilter } from '../date-filter'
import { FilterFold } from '../filter-fold'
import type { TrailFilters } from './use-trail-filters'

const kindTexts: Record<AuditKind, string> = {
  decisions: 'Decisions',
  documents: 'Documents',
  'shared-logins': 'Shared logins',
  accounts: 'Accounts',
  logins: 'Logging in and out',
  messages: 'Messages and referrals',
  email: 'Email',
  texts: 'Text messages',
  matches: 'Introductions',
  money: 'Rewards and payouts',
  settings: 'Settings',
}

interface TrailControlsProps {
  filters: TrailFilters
  /** Who looks: the administrator. */
  ownId: number | undefined
  total: string
  /** Beside the reset button. */
  children: ReactNode
}

/** Person, actor, action and time, above the trail. */
export function TrailControls({ filters, ownId, total, children }: TrailControlsProps) {
  const { address, reset } = filters
  return (
    <div className="mb-3 flex flex-wrap items-end gap-3">
      <SearchField
        label="Search by person or document"
        value={address.searchText}
        onChange={address.setSearchText}
      />
      <FilterFold>
        <Choice filters={filters} name="kind" label="What" all="Everything">
          {auditKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindTexts[kind]}
            </option>
          ))}
        </Choice>
        <Choice filters={filters} name="actor" label="Who" all="Anyone">
          {ownId === undefined ? null : <option value={ownId}>You</option>}
          <option value="none">Not logged in, or the portal</option>
        </Choice>
        <DateFilter address={address} />
        <Button size="sm" variant="secondary" icon={<RotateCcw />} onClick={reset}>
          Reset Filters
        </Button>
        {children}
      </FilterFold>
      <p className="figures min-h-5.5 min-w-22 text-sm text-muted lg:mb-2" aria-live="polite">
        {total}
      </p>
    </div>
  )
}

function Choice(props: {
  filters: TrailFilters
  name: 'kind' | 'actor'
  label: string
  all: string
  children: ReactNode
}) {
  const { filters, name, label, all, children } = props
  return (
    <Field label={label} className="grow basis-40 sm:grow-0">
      {(aria) => (
        <Select
          {...aria}
          compact
          value={filters.valueOf(name)}
          onChange={(event) => filters.set(name, event.target.value)}
        >
          <option value="">{all}</option>
          {children}
        </Select>
      )}
    </Field>
  )
}
