import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AuditKind } from '@shared/audit'
import { auditKinds } from '@shared/list-choices'
import type { ListAddress } from '@/lib/use-list-address'
import { Button } from '@/ui/button'
import { SearchField } from '@/ui/search-field'
import { DateFilter } from '../date-filter'
import { FilterFold } from '../filter-fold'
import { FilterSelect } from '../filter-select'

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
  address: ListAddress
  /** The administrator who looks at the trail. */
  ownId: number | undefined
  total: string
  /** Beside the reset button. */
  children: ReactNode
}

/** Person, actor, action and time, above the trail. */
export function TrailControls({ address, ownId, total, children }: TrailControlsProps) {
  const choiceOf = (name: 'kind' | 'actor') => ({
    value: address.filters[name] ?? '',
    onChange: (value: string) => address.narrow({ [name]: value }),
  })
  return (
    <div className="mb-3 flex flex-wrap items-end gap-3">
      <SearchField
        label="Search by person or document"
        value={address.searchText}
        onChange={address.setSearchText}
      />
      <FilterFold>
        <FilterSelect label="What" {...choiceOf('kind')}>
          <option value="">Everything</option>
          {auditKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindTexts[kind]}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect label="Who" {...choiceOf('actor')}>
          <option value="">Anyone</option>
          {ownId === undefined ? null : <option value={ownId}>You</option>}
          <option value="none">Not logged in, or the portal</option>
        </FilterSelect>
        <DateFilter address={address} />
        <Button size="sm" variant="secondary" icon={<RotateCcw />} onClick={address.reset}>
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
