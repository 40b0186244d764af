import { Check, Mail, MessageCircleQuestion, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { BulkAction, BulkList } from '@shared/bulk-runs'
import { concernWords } from '@shared/concerns'
import type { ReasonKind } from '@shared/decisions'
import { concernKinds, kindOfList } from '@shared/list-choices'
import {
  asTitle,
  checkBulkRun,
  countOf,
  type NewBulkRun,
  useStartBulkRun,
} from '@/features/bulk-runs/api'
import { BulkRunPanel } from '@/features/bulk-runs/bulk-run-panel'
import { whatGoes } from '@/features/users/api'
import { askForReason } from '@/lib/decisions'
import type { Page } from '@/lib/http'
import { lazyPart } from '@/lib/lazy-part'
import type { PageRequest } from '@/lib/page-query'
import { toastError } from '@/lib/toast-store'
import { Button } from '@/ui/button'
import { keepClear } from '@/ui/keep-clear'
import { type ListRequest, type SelectedRow, type Selection, useSelection } from './use-selection'
import { Status } from '@/ui/status'

const EmailManyDialog = lazyPart(() =>
  import('./email-many-dialog').then((part) => part.EmailManyDialog),
)

/** Rows of a list that can be approved: referrers have not applied, and are skipped. */
type BulkApproval = 'of-all' | 'of-partners' | 'of-none'

interface BulkActionsProps {
  of: BulkList
  selection: Selection
  approval: BulkApproval
  /** For a list of people: whether an email to them is being written. */
  writing: { isOpen: boolean; onToggle: (isOpen: boolean) => void } | null
}

const referrersSkipped = {
  'of-all': '',
  'of-partners': ' Referrers among them are skipped because they haven’t applied.',
}

/** Actions about all chosen rows, and their progress. */
function BulkActions({ of, selection, approval, writing }: BulkActionsProps) {
  const starting = useStartBulkRun()
  const [asking, setAsking] = useState<BulkAction | null>(null)
  const chosen = countOf(of, selection.count)

  const chosenOf = { of, selection: selection.request }
  const { request } = selection
  const subject = request.rows ? request.rows.map(({ id }) => id) : request.filter
  const named = { name: asTitle(chosen), of: JSON.stringify(subject) }

  async function start(run: NewBulkRun) {
    await starting.mutateAsync(run)
    selection.clear()
    writing?.onToggle(false)
  }

  /** Nothing is started without a run: it was called off. */
  async function startOrSay(
    action: BulkAction,
    prepare: () => NewBulkRun | null | Promise<NewBulkRun | null>,
    onStarted?: () => void,
  ) {
    setAsking(action)
    try {
      const run = await prepare()
      if (!run) return
      await start(run)
      onStarted?.()
    } catch (error) {
      toastError('Nothing was started', error)
    } finally {
      setAsking(null)
    }
  }

  /** The button that was pressed keeps the focus until its run has started. */
  const waits = (action: BulkAction) => ({
    pending: asking === action,
    disabled: asking !== null && asking !== action,
  })

  /** With the browser's own question, as for one of them, and what speaks against it. */
  const approve = () =>
    startOrSay('approve', async () => {
      const { total, concerns } = await checkBulkRun(of, selection.request)
      const accepts = concernKinds.filter((kind) => concerns[kind])
      const against = accepts.map((kind) => concernWords[kind].ofMany(concerns[kind] ?? 0, total))
      const skipped = approval === 'of-none' ? '' : referrersSkipped[approval]
      const question = `Approve ${chosen}?${skipped}`
      const asked = against.length > 0 ? `${question}\n\n${against.join(', ')}.` : question
      return window.confirm(asked) ? { ...chosenOf, action: 'approve', accepts } : null
    })

  function remove() {
    const question = `Are you sure you want to delete ${chosen}?`
    const full = of === 'users' ? `${question}\n\n${whatGoes}` : question
    void startOrSay('delete', () =>
      window.confirm(full) ? { ...chosenOf, action: 'delete' } : null,
    )
  }

  /** Asks why, or what; the words are kept until the run has started. */
  async function startWithWords(kind: ReasonKind, describe: (reason: string) => NewBulkRun) {
    const answer = await askForReason({ kind, ...named })
    if (!answer) return
    const run = describe(answer.words)
    await startOrSay(run.action, () => run, answer.forget)
  }
  const reject = () =>
    startWithWords(kindOfList[of], (reason) => {
      return { ...chosenOf, action: 'reject', reason, accepts: [] }
    })
  const askThem = () =>
    startWithWords('question', (reason) => ({ ...chosenOf, action: 'ask', reason }))

  return (
    <>
      <BulkRunPanel of={of} />
      {selection.isEmpty ? null : (
        <section
          ref={keepClear}
          aria-label="Selection"
          className="z-20 mb-3 flex flex-wrap items-center gap-2 rounded-xl border border-evergreen bg-white px-3 py-2 max-md:tall:fixed max-md:inset-x-2 max-md:bottom-2 max-md:tall:shadow-overlay md:tall:sticky md:top-header lg:top-0"
        >
          <Status className="figures mr-1 text-sm font-medium">
            {chosen.charAt(0).toUpperCase() + chosen.slice(1)} selected
          </Status>
          {selection.rows.page === 'all' ? null : (
            <Button
              size="sm"
              variant="ghost"
              className="px-2!"
              onClick={() => selection.rows.togglePage(true)}
            >
              Select This Page
            </Button>
          )}
          {selection.canChooseAll ? (
            <Button size="sm" variant="ghost" className="px-2!" onClick={selection.chooseAll}>
              Select {selection.total === null ? '' : 'All '}
              {asTitle(countOf(of, selection.total))}
            </Button>
          ) : null}
          <Button size="sm" variant="ghost" className="mr-auto px-2!" onClick={selection.clear}>
            Clear Selection
          </Button>
          {approval === 'of-none' ? null : (
            <Button size="sm" icon={<Check />} {...waits('approve')} onClick={() => void approve()}>
              Approve
            </Button>
          )}
          {of === 'users' && approval !== 'of-none' ? (
            <Button
              size="sm"
              variant="secondary"
              icon={<MessageCircleQuestion />}
              {...waits('ask')}
              data-asks={asTitle(chosen)}
              onClick={() => void askThem()}
            >
              Ask…
            </Button>
          ) : null}
          <Button
            size="sm"
            variant="secondary"
            icon={<X />}
            {...waits('reject')}
            data-rejects={asTitle(chosen)}
            onClick={() => void reject()}
          >
            Reject…
          </Button>
          {writing ? (
            <Button
              size="sm"
              variant="secondary"
              icon={<Mail />}
              {...waits('email')}
              onClick={() => writing.onToggle(true)}
            >
              Write Email…
            </Button>
          ) : null}
          {/* Apart from what can be undone, so that it isn’t pressed by mistake. */}
          <Button
            size="sm"
            variant="ghost"
            icon={<Trash2 />}
            className="ml-2"
            {...waits('delete')}
            onClick={remove}
          >
            Delete
          </Button>
        </section>
      )}
      {writing?.isOpen ? (
        <EmailManyDialog
          chosen={asTitle(chosen)}
          onClose={() => writing.onToggle(false)}
          onSend={(mail) => start({ ...chosenOf, action: 'email', mail })}
        />
      ) : null}
    </>
  )
}

/** The chosen rows of a list, the bar that acts on them, and the list as a file. */
export function useBulk<Row extends SelectedRow>(
  list: BulkList,
  request: PageRequest & ListRequest,
  page: Page<Row> | undefined,
  approval: BulkApproval = 'of-all',
) {
  const selection = useSelection(request, page)
  const [isWriting, setIsWriting] = useState(false)
  const writing = list === 'users' ? { isOpen: isWriting, onToggle: setIsWriting } : null
  return {
    selection: selection.rows,
    exported: { list, request },
    bar: <BulkActions of={list} selection={selection} approval={approval} writing={writing} />,
  }
}
