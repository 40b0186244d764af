import { CircleCheck, CircleX, Clock, Handshake } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  entrepreneurStateOf,
  type EntrepreneurState,
  type ListedEntrepreneur,
} from '@shared/entrepreneurs'
import { nameZone } from '@shared/meeting-time'
import { formatCents } from '@shared/money'
import { formatDate, formatDateTime, fullName } from '@/lib/format'
import { Badge, type BadgeTone } from '@/ui/badge'
import { OneLine } from '@/ui/one-line'
import { ShortDate } from '@/ui/short-date'
import { DataTable, type Column } from '@/ui/table'
import { sayMatch, stateWords } from './entrepreneur-words'

interface EntrepreneursTableProps {
  rows: ListedEntrepreneur[]
  isLoading: boolean
  empty: ReactNode
  selectedId: number | null
  onSelect: (entrepreneur: ListedEntrepreneur) => void
}

export function EntrepreneursTable(props: EntrepreneursTableProps) {
  const { rows, isLoading, empty, selectedId, onSelect } = props
  const columns: Column<ListedEntrepreneur>[] = [
    {
      key: 'name',
      header: 'Entrepreneur',
      className: 'w-1/3 max-w-0',
      cell: (row) => (
        <button
          type="button"
          className="link flex max-w-full items-center text-left font-medium pointer-coarse:min-h-11"
          onClick={() => onSelect(row)}
        >
          <OneLine text={fullName(row)} />
        </button>
      ),
    },
    {
      key: 'business',
      header: 'Business',
      className: 'w-1/3 max-w-0',
      cell: ({ businessName }) => <OneLine text={businessName} />,
    },
    {
      key: 'status',
      header: 'Status',
      cell: (row) => <EntrepreneurBadge entrepreneur={row} />,
    },
    {
      key: 'amount',
      header: 'Looking for',
      align: 'right',
      cell: ({ amountCents }) => formatCents(amountCents),
    },
    {
      key: 'score',
      header: 'Needs score',
      align: 'right',
      cell: ({ minScore }) => minScore ?? 'Any',
    },
    {
      key: 'zone',
      header: 'Time zone',
      isSecondary: true,
      className: 'w-1/3 max-w-0',
      cell: ({ timeZone }) => <OneLine text={nameZone(timeZone)} />,
    },
    {
      key: 'added',
      header: 'Added',
      isSecondary: true,
      cell: ({ createdAt }) => (
        <ShortDate day={formatDate(createdAt)} full={formatDateTime(createdAt)} />
      ),
    },
  ]
  return (
    <DataTable
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      caption="Entrepreneurs"
      loading={isLoading}
      empty={empty}
      selectedKey={selectedId}
      oneLine
    />
  )
}

const looks: Record<EntrepreneurState, { tone: BadgeTone; icon: typeof Clock }> = {
  vetting: { tone: 'warning', icon: Clock },
  ready: { tone: 'success', icon: CircleCheck },
  introduced: { tone: 'warning', icon: Handshake },
  matched: { tone: 'success', icon: Handshake },
  withdrawn: { tone: 'neutral', icon: CircleX },
}

function EntrepreneurBadge({ entrepreneur }: { entrepreneur: ListedEntrepreneur }) {
  const state = entrepreneurStateOf(entrepreneur)
  const { tone, icon: Icon } = looks[state]
  return (
    <span title={sayMatch(entrepreneur) || undefined}>
      <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
        {stateWords[state]}
      </Badge>
    </span>
  )
}
