import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Clock, Handshake, Plus } from 'lucide-react'
import {
  entrepreneurStateOf,
  type EntrepreneurState,
  type ListedEntrepreneur,
} from '@shared/entrepreneurs'
import { entrepreneurStates } from '@shared/list-choices'
import { nameZone } from '@shared/meeting-time'
import {
  describeMatch,
  entrepreneurQuery,
  entrepreneursQuery,
  stateWords,
} from '@/features/entrepreneurs/api'
import { EntrepreneurForm } from '@/features/entrepreneurs/entrepreneur-form'
import { fullName } from '@/lib/format'
import { HttpError } from '@/lib/http'
import { useListAddress } from '@/lib/use-list-address'
import { Badge, type BadgeLook } from '@/ui/badge'
import { Button } from '@/ui/button'
import { dateColumn, moneyColumn, openColumn, textColumn } from '@/ui/columns'
import { Dialog } from '@/ui/dialog'
import { LoadError, Skeleton } from '@/ui/loaded'
import { Notice } from '@/ui/notice'
import type { Column } from '@/ui/table'
import { ListPage } from '../list-page'

/** Instead of an id in the address: the form for another one. */
const added = 'new'

/** Everyone who looks for a partner, and the one whose form is open. */
export function EntrepreneurList() {
  const address = useListAddress({ statuses: entrepreneurStates })
  const { search, status, cursor } = address.request
  const list = useQuery(entrepreneursQuery({ search, status, cursor }))
  const { open, showRow } = address
  const close = () => showRow('')
  return (
    <>
      <ListPage
        address={address}
        list={list}
        nouns={{ singular: 'entrepreneur', plural: 'entrepreneurs' }}
        search={{
          label: 'Search by name, business, email, or phone',
          statuses: entrepreneurStates,
          statusWords: stateWords,
          more: (
            <Button size="sm" icon={<Plus />} onClick={() => showRow(added)}>
              Add Entrepreneur
            </Button>
          ),
        }}
        emptyTexts={{
          noMatch: 'No entrepreneurs match',
          noneYet: 'No entrepreneurs yet',
          whatAppears: 'Add one, and mark them as ready once you have vetted them.',
        }}
        caption="Entrepreneurs"
        columns={entrepreneurColumns(({ id }) => showRow(String(id)))}
        density="lines"
        selectedId={Number(open) || null}
      />
      {open === added ? <EntrepreneurForm key={added} entrepreneur={null} onClose={close} /> : null}
      {open && open !== added ? <OpenEntrepreneur key={open} id={open} onClose={close} /> : null}
    </>
  )
}

/** The form, once the notes are here as well. */
function OpenEntrepreneur({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery(entrepreneurQuery(id))
  if (data && isFetchedAfterMount) return <EntrepreneurForm entrepreneur={data} onClose={onClose} />
  const isMissing = error instanceof HttpError && error.status === 404
  return (
    <Dialog open size="lg" onClose={onClose} title={isMissing ? 'Not Found' : 'Entrepreneur'}>
      {isMissing ? <Notice tone="danger" title="There is no such entrepreneur" /> : null}
      {error && !isMissing ? <LoadError what="The entrepreneur" onRetry={refetch} /> : null}
      {error ? null : <Skeleton className="h-96" />}
    </Dialog>
  )
}

const entrepreneurColumns = (
  onOpen: (entrepreneur: ListedEntrepreneur) => void,
): Column<ListedEntrepreneur>[] => [
  openColumn({ header: 'Entrepreneur', className: 'w-1/3 max-w-0', name: fullName, onOpen }),
  textColumn({
    header: 'Business',
    className: 'w-1/3 max-w-0',
    value: ({ businessName }) => businessName,
  }),
  { header: 'Status', cell: (entrepreneur) => <EntrepreneurBadge entrepreneur={entrepreneur} /> },
  moneyColumn({ header: 'Looking for', value: ({ amountCents }) => amountCents }),
  { header: 'Needs score', align: 'right', cell: ({ minScore }) => minScore ?? 'Any' },
  textColumn({
    header: 'Time zone',
    isSecondary: true,
    className: 'w-1/3 max-w-0',
    value: ({ timeZone }) => nameZone(timeZone),
  }),
  dateColumn({ header: 'Added', isSecondary: true, value: ({ createdAt }) => createdAt }),
]

const looks: Record<EntrepreneurState, BadgeLook> = {
  vetting: { tone: 'warning', icon: Clock },
  ready: { tone: 'success', icon: CircleCheck },
  introduced: { tone: 'warning', icon: Handshake },
  matched: { tone: 'success', icon: Handshake },
  withdrawn: { tone: 'neutral', icon: CircleX },
}

function EntrepreneurBadge({ entrepreneur }: { entrepreneur: ListedEntrepreneur }) {
  const state = entrepreneurStateOf(entrepreneur)
  return (
    <span title={describeMatch(entrepreneur) || undefined}>
      <Badge {...looks[state]}>{stateWords[state]}</Badge>
    </span>
  )
}
