import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { entrepreneurStates } from '@shared/list-choices'
import { entrepreneurQuery, entrepreneursQuery } from '@/features/entrepreneurs/api'
import { EntrepreneurForm } from '@/features/entrepreneurs/entrepreneur-form'
import { stateWords } from '@/features/entrepreneurs/entrepreneur-words'
import { EntrepreneursTable } from '@/features/entrepreneurs/entrepreneurs-table'
import { HttpError } from '@/lib/http'
import { useListAddress } from '@/lib/use-list-address'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { LoadError } from '@/ui/load-error'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { ListPage } from '../list-page'

/** Instead of an id in the address: the form for another one. */
const added = 'new'

/** Everyone who looks for a partner, and the one whose form is open. */
export function EntrepreneurList() {
  const address = useListAddress(entrepreneurStates)
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
      >
        {(shown) => (
          <EntrepreneursTable
            {...shown}
            selectedId={Number(open) || null}
            onSelect={({ id }) => showRow(String(id))}
          />
        )}
      </ListPage>
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
