import { Keyboard } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Page } from '@/lib/http'
import type { ListAddress } from '@/lib/use-list-address'
import { IconButton } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { Notice } from '@/ui/notice'
import { DetailPanel } from './detail-panel'
import { KeysDialog } from './keys-dialog'
import { ListControls } from './list-controls'
import type { useReview } from './use-review'

interface ReviewLayoutProps {
  address: ListAddress
  review: Omit<ReturnType<typeof useReview>, 'opened' | 'select' | 'decide'>
  searchLabel: string
  /** What of the list is loaded. */
  page: Page<unknown> | undefined
  /** What the list holds: 'user', 'users'. */
  nouns: { one: string; many: string }
  details: { title: string; content: ReactNode } | null
  /** The list. */
  children: ReactNode
}

/** A list to review: its controls above it, and the details of the open row beside it. */
export function ReviewLayout(props: ReviewLayoutProps) {
  const { address, review, searchLabel, page, nouns, details, children } = props
  return (
    <>
      <ListControls
        address={address}
        searchLabel={searchLabel}
        searchRef={review.searchBox}
        count={{ page, ...nouns }}
      >
        <IconButton
          label="Keyboard shortcuts"
          icon={<Keyboard />}
          // Without a mouse ? leads there, unless it is turned off.
          className={cx('size-11!', review.keys.areOn && 'pointer-coarse:hidden')}
          onClick={review.keys.show}
        />
      </ListControls>
      {review.isMissing ? (
        <Notice
          tone="warning"
          role="status"
          title={`This ${nouns.one} could not be loaded`}
          className="mb-5"
        >
          It may have been deleted.
        </Notice>
      ) : null}
      <div
        className={
          review.isBeside
            ? 'grid grid-cols-[minmax(0,1fr)_clamp(26rem,36vw,44rem)] items-start gap-6'
            : ''
        }
      >
        <div className="min-w-0">{children}</div>
        <DetailPanel
          rowId={address.open}
          title={details?.title ?? ''}
          isOpen={details !== null}
          isBeside={review.isBeside}
          onClose={review.close}
        >
          {details?.content}
        </DetailPanel>
      </div>
      <KeysDialog
        noun={nouns.one}
        open={review.keys.isOpen}
        onClose={review.keys.close}
        areOn={review.keys.areOn}
        onTurn={review.keys.turn}
      />
    </>
  )
}
