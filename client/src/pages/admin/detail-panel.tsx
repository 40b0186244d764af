import { CircleAlert, Clock, X } from 'lucide-react'
import { type ReactNode, useDeferredValue, useRef } from 'react'
import { Button, IconButton, onSingleClick } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { Dialog } from '@/ui/dialog'
import { FileName } from '@/ui/file-name'
import { keepClear } from '@/ui/keep-clear'
import { useStartAtTop } from '@/ui/scrolling'
import { useTitleState } from '@/lib/use-title-state'
import { useQuery } from '@tanstack/react-query'
import type { DecisionKind } from '@shared/decisions'
import type { ReviewStatus } from '@shared/review'
import { listAgainst, verdict } from '@shared/verdict'
import { usePreviewLoading } from '@/features/files/preview-frame'
import { basisQuery, listWords, nameSettled } from '@/lib/use-decide'
import { Badge, StatusBadge } from '@/ui/badge'
import { type AskOffer, DecisionButtons } from '@/ui/decision-buttons'
import { useSaid } from '@/ui/status'

interface DetailPanelProps {
  rowId: string
  title: string
  isOpen: boolean
  /** Beside the list where there is room, else a sheet over it. */
  isBeside: boolean
  onClose: () => void
  /** Always in sight above what scrolls. */
  bar: ReactNode
  children: ReactNode
}

const panelTitleId = 'panel-title'

/** Puts the focus into the panel beside the list, once it is rendered; one over the list takes it by itself. */
export const enterPanel = () =>
  setTimeout(() => document.getElementById(panelTitleId)?.focus({ preventScroll: true }))

/** The row that is open in a list. */
export function DetailPanel(props: DetailPanelProps) {
  const { rowId, title, isOpen, isBeside, onClose, bar, children } = props
  const aside = useRef<HTMLElement>(null)
  useStartAtTop(aside, rowId)
  // A dialog does by itself.
  useTitleState(isOpen && isBeside ? title : null)
  const panel = (
    <div>
      <div
        ref={keepClear}
        className={cx(
          'z-10 border-b bg-white tall:sticky',
          isBeside ? 'top-13 px-4 py-2' : '-top-5 -mx-5 -mt-5 mb-4 px-5 py-2.5 md:-mx-6 md:px-6',
        )}
      >
        {bar}
      </div>
      {/* On a phone the verbs are below it. */}
      <div className={isBeside ? 'p-4' : 'max-md:tall:pb-18'}>{children}</div>
    </div>
  )
  return (
    <>
      {isBeside ? (
        <aside
          ref={aside}
          data-scroller
          aria-label={title}
          className="sticky top-4 max-h-[calc(100dvh-2rem)] animate-panel-in overflow-y-auto rounded-xl border bg-white"
        >
          <header className="top-0 z-10 flex h-13 items-center gap-3 bg-white px-4 tall:sticky">
            <h2 id={panelTitleId} tabIndex={-1} className="min-w-0 flex-1 text-xl">
              <FileName name={title} />
            </h2>
            <IconButton label="Close" icon={<X />} onClick={onClose} className="-mr-2" />
          </header>
          {panel}
        </aside>
      ) : (
        <Dialog
          open={isOpen}
          onClose={onClose}
          size="panel"
          keepsShortcuts
          shown={rowId}
          title={<FileName name={title} />}
        >
          {panel}
        </Dialog>
      )}
    </>
  )
}

interface DecisionBarProps {
  about: { kind: DecisionKind; id: number }
  name: string
  status: ReviewStatus
  isBusy: boolean
  /** Someone has tried to decide while the subject is still loading. */
  isAwaited?: boolean
  onDecide: (decision: ReviewStatus) => void
  /** Not what the panel was opened for. */
  isSecondary?: boolean
  canApprove?: boolean | undefined
  ask?: AskOffer | undefined
  /** Their verdict, as the list has it: what is opened since counts from the next one on. */
  known?: ReturnType<typeof verdict> | undefined
  /** Beside the status. */
  children?: ReactNode
}

/** On a phone at the bottom of the window, under a thumb. */
const atThumb =
  'max-md:tall:fixed max-md:tall:inset-x-0 max-md:tall:bottom-0 max-md:tall:border-t max-md:tall:bg-white ' +
  'max-md:tall:px-4 max-md:tall:pt-2 max-md:tall:pb-[max(0.5rem,env(safe-area-inset-bottom))] max-md:tall:*:flex-1'

/** The present decision, and the others that can be taken. */
export function DecisionBar(props: DecisionBarProps) {
  const { name, status, isBusy, isAwaited, onDecide, isSecondary = false, canApprove } = props
  const { ask, about, known, children } = props
  return (
    <div
      data-decides={isSecondary ? undefined : true}
      className="flex flex-wrap items-center gap-2"
    >
      <StatusBadge status={status} />
      <div className="mr-auto flex gap-1">{children}</div>
      {status === 'pending' ? null : (
        <Button
          size="sm"
          variant="ghost"
          icon={<Clock />}
          disabled={isBusy}
          aria-label={`Set to Pending: ${name}`}
          onClick={onSingleClick(() => onDecide('pending'))}
        >
          Set to Pending
        </Button>
      )}
      <div
        ref={isSecondary ? undefined : keepClear}
        className={cx('flex gap-2', !isSecondary && atThumb)}
      >
        <DecisionButtons
          name={name}
          status={status}
          isBusy={isBusy}
          isAwaited={isAwaited}
          onDecide={onDecide}
          canApprove={canApprove}
          ask={ask}
          isPrimary={!isSecondary}
        />
      </div>
      {status === 'approved' ? null : (
        <Basis
          key={`${about.kind}/${about.id}`}
          about={about}
          known={known}
          canApprove={canApprove !== false}
        />
      )}
    </div>
  )
}

interface BasisProps extends Pick<DecisionBarProps, 'about' | 'known'> {
  canApprove: boolean
}

/** The verdict about an approval, and the items that a decision settles; A and the button ask about warnings once. */
function Basis({ about, known, canApprove }: BasisProps) {
  // A document that is on the screen counts as opened. One that comes with this counts as loading from the next render on.
  const isLoading = usePreviewLoading()
  const isShown = useDeferredValue(true, false)
  const { data } = useQuery({ ...basisQuery(about.kind, about.id), enabled: isShown && !isLoading })
  const settled = listWords(nameSettled(data?.settles))
  const told = (data ? verdict(data) : known) ?? []
  const isTold = (said: string) => told.some(({ text }) => text === said)
  const unopened = data ? listAgainst(data).filter((text) => !isTold(text)) : []
  const parts = canApprove ? [...told, ...unopened.map((text) => ({ text, isWarning: true }))] : []
  // The facts are said with the name.
  const news = known?.length ? unopened : parts.map(({ text }) => text)
  useSaid(data && canApprove ? news.join('. ') : null)
  if (!settled && parts.length === 0) return null
  return (
    <div className="flex basis-full flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {parts.map(({ text, isWarning }) =>
        isWarning ? (
          <Badge
            key={text}
            tone="warning"
            icon={CircleAlert}
            className="max-w-full whitespace-normal!"
          >
            <span className="wrap-anywhere">{text}</span>
          </Badge>
        ) : (
          <span key={text}>{text}</span>
        ),
      )}
      {settled ? <span className="text-muted">Includes {settled}</span> : null}
    </div>
  )
}
