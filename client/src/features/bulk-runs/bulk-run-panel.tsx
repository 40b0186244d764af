import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { BulkList, BulkRun } from '@shared/bulk-runs'
import { formatNumber } from '@/lib/format'
import { post } from '@/lib/http'
import { createSharedText, useStore } from '@/lib/store'
import { useAction } from '@/lib/use-action'
import { ActionButton, IconButton } from '@/ui/button'
import { ProgressBar } from '@/ui/progress-bar'
import { bulkRunQuery, bulkRunsPath, bulkRunsQuery, isRunning, nameRun } from './api'
import { Status } from '@/ui/status'

/** Progress of the newest run of a list, until it has ended and was put away. */
export function BulkRunPanel({ of }: { of: BulkList }) {
  const { data: runs } = useQuery(bulkRunsQuery(of))
  const [putAway, setPutAway] = usePutAway(of)
  // Running ones come before ended ones.
  const run = runs?.find(isRunning) ?? runs?.[0]
  if (!run || (!isRunning(run) && run.id <= putAway)) return null
  return (
    <section aria-label="Progress" className="mb-3 rounded-xl border bg-white px-4 py-3">
      <div className="flex items-start gap-3">
        <Status className="min-w-0 flex-1 font-medium">{nameRun(run)}</Status>
        {isRunning(run) ? (
          <StopButton run={run} />
        ) : (
          <IconButton
            label="Dismiss"
            icon={<X />}
            className="-my-1 -mr-1.5"
            onClick={() => setPutAway(run.id)}
          />
        )}
      </div>
      {isRunning(run) ? <Progress run={run} /> : null}
      {run.skipped + run.failed > 0 ? <Problems run={run} /> : null}
    </section>
  )
}

function Progress({ run }: { run: BulkRun }) {
  const finished = run.done + run.skipped + run.failed
  return (
    <div className="mt-2 flex items-center gap-3">
      <ProgressBar label={nameRun(run)} value={finished / run.total} className="flex-1" />
      <span className="figures text-sm text-muted">
        {formatNumber(finished)} of {formatNumber(run.total)}
      </span>
    </div>
  )
}

function StopButton({ run }: { run: BulkRun }) {
  const stopping = useAction({
    send: () => post(`${bulkRunsPath}/${run.id}/stop`),
    refreshes: [bulkRunsPath],
    failure: 'Failed to stop',
  })
  return (
    <ActionButton action={stopping} size="sm" variant="secondary">
      Stop
    </ActionButton>
  )
}

function Problems({ run }: { run: BulkRun }) {
  const [isOpen, setIsOpen] = useState(false)
  const count = run.skipped + run.failed
  const { data } = useQuery({ ...bulkRunQuery(run.id, count), enabled: isOpen })
  const problems = data?.problems ?? []
  return (
    <details className="mt-2 text-sm" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-muted pointer-coarse:py-3">
        {countProblems(run)}
      </summary>
      <ul className="mt-2 max-h-60 space-y-1 overflow-y-auto">
        {problems.map(({ id, name, why }) => (
          <li key={id} className="wrap-anywhere">
            <span className="font-medium">{name ?? `No. ${id}`}</span>: {why}
          </li>
        ))}
        {count > problems.length && problems.length > 0 ? (
          <li className="text-muted">and {formatNumber(count - problems.length)} more</li>
        ) : null}
      </ul>
    </details>
  )
}

const countProblems = ({ skipped, failed }: BulkRun): string =>
  [
    skipped > 0 ? `${formatNumber(skipped)} skipped` : '',
    failed > 0 ? `${formatNumber(failed)} failed` : '',
  ]
    .filter(Boolean)
    .join(', ')

/** The newest run that was put away in this browser. */
function usePutAway(of: BulkList) {
  const [text] = useState(() => createSharedText(`bulk-run-put-away:${of}`))
  const id = useStore(text)
  return [Number(id) || 0, (wanted: number) => text.set(String(wanted))] as const
}
