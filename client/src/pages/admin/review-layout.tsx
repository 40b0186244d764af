import { Keyboard } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { pageSize } from '@shared/list-choices'
import type { ReviewStatus } from '@shared/review'
import type { verdict as verdictOf } from '@shared/verdict'
import { PreviewSkeleton } from '@/features/files/preview-frame'
import { announce } from '@/lib/announce'
import { formatNumber, hoursSince } from '@/lib/format'
import type { Page } from '@/lib/http'
import { lazyPart } from '@/lib/lazy-part'
import { usePageAction } from '@/lib/page-actions'
import type { ListAddress } from '@/lib/use-list-address'
import { useSingleKeys } from '@/lib/use-shortcuts'
import { IconButton } from '@/ui/button'
import { cx } from '@/ui/class-names'
import type { ListContext } from '@/ui/columns'
import { Notice } from '@/ui/notice'
import type { Column } from '@/ui/table'
import type { useBulk } from './bulk/bulk-actions'
import type { SelectedRow } from './bulk/use-selection'
import { ContactLinks } from './contact-links'
import { DecisionBar, DetailPanel } from './detail-panel'
import { KeysDialog, reviewKeys } from './keys-dialog'
import { ListControls, type ListSearch } from './list-controls'
import { ListTable, type ListPageProps } from './list-page'
import type { useReviewDesk } from './use-review-desk'

/** All that there is of the person whose row is open. */
export const PersonPanel = lazyPart(
  () => import('./person/person-panel').then((part) => part.PersonPanel),
  PreviewSkeleton,
)

interface Details {
  title: string
  status: ReviewStatus
  /** Since when they wait for a decision. */
  since: string
  /** The facts of a person, said with the name; undefined until they are known. */
  verdict?: ReturnType<typeof verdictOf> | undefined
  /** Someone who has not applied is not approved. */
  canApprove?: boolean
  /** The person who can be written to and called. */
  contact: ComponentProps<typeof ContactLinks>['person'] | null
  /** The person or document that can be asked about; null while there is none. */
  askName?: string | null
  content: ReactNode
}

interface ReviewLayoutProps<Row extends SelectedRow> extends Omit<
  ListPageProps<Row>,
  'search' | 'columns' | 'density' | 'selectedId'
> {
  review: Omit<ReturnType<typeof useReviewDesk>, 'decide'>
  search: ListSearch
  bulk: ReturnType<typeof useBulk<Row>>
  details: Details | null
  columns: (context: ListContext<Row>) => Column<Row>[]
}

/** A list to review: its controls above it, and the details of the open row beside it. */
export function ReviewLayout<Row extends SelectedRow>(props: ReviewLayoutProps<Row>) {
  const { review, search, bulk, details, columns, ...page } = props
  const { address, list, nouns } = page
  const [hasKeys] = useSingleKeys()
  usePageAction('Keyboard Shortcuts', review.keys.show)
  const canApprove = details && details.status !== 'approved' && details.canApprove !== false
  usePageAction(canApprove ? 'Approve' : null, review.approveSeen, review.about)
  usePageAction(details?.askName ? 'Ask' : null, review.askOpened, review.about)
  useSaidRow(address, details, list.data)
  return (
    <>
      <div
        className={
          review.isBeside ? 'grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-5' : ''
        }
      >
        <div className="min-w-0">
          <ListControls
            address={address}
            page={list.data}
            nouns={nouns}
            {...search}
            exported={bulk.exported}
            boxRef={review.searchBox}
            isFolded={review.isBeside}
            more={
              <>
                {search.more}
                <IconButton
                  label="Keyboard Shortcuts"
                  icon={<Keyboard />}
                  // Without a mouse ? leads there, unless it is turned off.
                  className={cx('pointer-coarse:size-11', hasKeys && 'pointer-coarse:hidden')}
                  onClick={review.keys.show}
                />
              </>
            }
          />
          {review.isMissing ? (
            <Notice
              tone="warning"
              isNews
              title={`We couldn’t load this ${nouns.singular}`}
              className="mb-5"
            >
              The {nouns.singular} may have been deleted.
            </Notice>
          ) : null}
          {bulk.bar}
          <ListTable
            {...page}
            columns={columns({
              sorting: { sort: address.sort, onSort: address.sortBy },
              selection: bulk.selection,
              onOpen: review.select,
              isCompact: review.isBeside,
            })}
            density={review.isBeside ? 'compact' : 'lines'}
            selectedId={review.openedId}
          />
        </div>
        <DetailPanel
          rowId={address.open}
          title={details?.title ?? ''}
          isOpen={details !== null}
          isBeside={review.isBeside}
          onClose={review.close}
          bar={
            details && (
              <DecisionBar
                name={details.title}
                status={details.status}
                isBusy={review.isBusy}
                isAwaited={review.isAwaited}
                canApprove={details.canApprove}
                onDecide={review.decideOpened}
                about={review.decidesAbout}
                known={details.verdict}
                ask={
                  details.askName ? { name: details.askName, onAsk: review.askOpened } : undefined
                }
              >
                {details.contact ? <ContactLinks person={details.contact} /> : null}
              </DecisionBar>
            )
          }
        >
          {details?.content}
        </DetailPanel>
      </div>
      <KeysDialog
        keys={reviewKeys(nouns.singular)}
        open={review.keys.isOpen}
        onClose={review.keys.close}
      />
    </>
  )
}

/** J and K open rows without moving the focus to them: each is said with what matters before A approves it. */
function useSaidRow(
  address: ListAddress,
  details: Details | null,
  page?: Page<{ id: number }>,
): void {
  const said = useRef('')
  useEffect(() => {
    if (!details) said.current = ''
    if (!details || said.current === address.open) return
    if ('verdict' in details && !details.verdict) return
    said.current = address.open
    const { title, status, since, verdict } = details
    const index = page?.rows.findIndex(({ id }) => String(id) === address.open) ?? -1
    const number = (address.page - 1) * pageSize + index + 1
    const parts = [
      title,
      status === 'pending' ? `pending, waiting ${nameWait(hoursSince(since))}` : status,
      verdict?.map(({ text }) => text).join(', '),
      page && index >= 0 ? `${formatNumber(number)} of ${formatNumber(page.total)}` : undefined,
    ]
    announce([parts.filter(Boolean).join('. ')])
  })
}

function nameWait(hours: number): string {
  const [count, unit] = hours < 24 ? [Math.floor(hours), 'hour'] : [Math.floor(hours / 24), 'day']
  return count < 1 ? 'under 1 hour' : `${count} ${unit}${count === 1 ? '' : 's'}`
}
