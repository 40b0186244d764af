import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { formatCents } from '@shared/money'
import { methodTitle, paymentMethodNames } from '@shared/payment-methods'
import {
  countPaymentFiles,
  type PayoutRun,
  type PayoutRunDetails,
  type PayoutState,
} from '@shared/payouts'
import { formatDateTime, formatNumber } from '@/lib/format'
import { post, send } from '@/lib/http'
import { saveFile } from '@/lib/save-file'
import { useAction } from '@/lib/use-action'
import { everyAdminPage } from '@/lib/use-send'
import { Badge } from '@/ui/badge'
import { ActionButton, Button, underThumb } from '@/ui/button'
import { Card } from '@/ui/card'
import { keepClear } from '@/ui/keep-clear'
import { Loaded } from '@/ui/loaded'
import { DataTable } from '@/ui/table'
import { lineColumns, namePeriod, runStateNames, stateNames } from './line-columns'
import { MarkDialog, type Marking } from './mark-payouts'
import { payoutRunQuery, payoutRunsPath } from './payouts-api'

export function RunPanel({ run }: { run: PayoutRun }) {
  const [marking, setMarking] = useState<Marking | null>(null)
  const states = Object.keys(stateNames).filter((state): state is PayoutState =>
    run.totals.some((total) => total.state === state),
  )
  return (
    <Card
      className="p-4 max-md:mb-16 md:p-5"
      title={
        <span className="inline-flex flex-wrap items-center gap-3">
          {namePeriod(run)}
          <span className="font-sans text-base">
            <RunState state={run.state} />
          </span>
        </span>
      }
      description={
        run.totals.length === 0 ? 'No one was owed anything for this period.' : explain[run.state]
      }
      actions={run.state === 'draft' ? <ApproveButton run={run} /> : null}
    >
      <div className="grid gap-8">
        {states.map((state) => (
          <Lines key={state} run={run} state={state} onMark={setMarking} />
        ))}
      </div>
      {marking ? <MarkDialog marking={marking} onClose={() => setMarking(null)} /> : null}
    </Card>
  )
}

const explain: Record<PayoutRun['state'], string> = {
  draft:
    'Nothing is paid until you approve it. Amounts that aren’t included stay in their balances.',
  approved:
    'Download each payment file, pay it at your bank or PayPal, and then mark all of it as paid. If a payout fails, mark that one as failed first.',
  done: 'Every payout in this run was paid or went back to the balance. If the bank returns one later, mark it as returned.',
}

function ApproveButton({ run }: { run: PayoutRun }) {
  const { count = 0, cents = 0 } = run.totals.find(({ state }) => state === 'ready') ?? {}
  const sum = `${formatNumber(count)} ${count === 1 ? 'payout' : 'payouts'}, ${formatCents(cents)} in all`

  const approval = useAction({
    ask: `Approve the payout run for ${namePeriod(run)}: ${sum}?`,
    send: () => post(`${payoutRunsPath}/${run.id}/approve`, { count, cents }),
    refreshes: everyAdminPage,
    done: 'Payout run approved',
    failure: 'The run was not approved',
  })

  return (
    <ActionButton ref={keepClear} action={approval} className={underThumb}>
      Approve Run
    </ActionButton>
  )
}

interface LinesProps {
  run: PayoutRun
  state: PayoutState
  onMark: (marking: Marking) => void
}

const withActions: ReadonlySet<PayoutState> = new Set(['paying', 'paid', 'failed'])

function Lines({ run, state, onMark }: LinesProps) {
  const [cursors, setCursors] = useState<number[]>([])
  const lines = useQuery(payoutRunQuery(run.id, { state, cursor: cursors.at(-1) }))
  const total = run.totals.find((one) => one.state === state)
  const name = stateNames[state]
  const next = lines.data?.nextCursor ?? null
  return (
    <section aria-label={name} className="grid gap-3">
      <h3 className="text-lg">
        {name}{' '}
        <span className="figures text-base text-muted">
          {formatNumber(total?.count ?? 0)}, {formatCents(total?.cents ?? 0)}
        </span>
      </h3>
      <Loaded query={lines} what="The payouts" skeleton="h-24">
        {(found) => (
          <>
            {state === 'paying' ? <Files run={found} onMark={onMark} /> : null}
            <DataTable
              columns={lineColumns(withActions.has(state) ? onMark : null)}
              rows={found.lines}
              caption={name}
              density="dense"
            />
          </>
        )}
      </Loaded>
      {cursors.length > 0 || next ? (
        <div className="flex flex-wrap justify-end gap-3">
          {cursors.length > 0 ? (
            <Button size="sm" variant="secondary" onClick={() => setCursors(cursors.slice(0, -1))}>
              Previous Page
            </Button>
          ) : null}
          {next ? (
            <Button size="sm" variant="secondary" onClick={() => setCursors([...cursors, next])}>
              Next Page
            </Button>
          ) : null}
        </div>
      ) : null}
    </section>
  )
}

/** For each method a file of the payouts in transit, and for each that was downloaded the way to mark it as paid. */
function Files({ run, onMark }: { run: PayoutRunDetails } & Pick<LinesProps, 'onMark'>) {
  return (
    <ul aria-label="Payment files" className="grid gap-2">
      {run.files.map((file) => (
        <PaymentFile key={file.method} run={run} file={file} />
      ))}
      {run.madeFiles.map((file) => (
        <li key={file.id} className={fileRow}>
          <p className="min-w-48 flex-1">
            <span className="font-medium">
              {methodTitle(file.method)}, downloaded {formatDateTime(file.madeAt)}
            </span>
            <Sum {...file} />
          </p>
          <Button
            size="sm"
            aria-label={`Mark all as paid by ${paymentMethodNames[file.method]}`}
            onClick={() => onMark({ as: 'paid', run, file })}
          >
            Mark All as Paid
          </Button>
        </li>
      ))}
    </ul>
  )
}

interface PaymentFileProps {
  run: PayoutRun
  file: PayoutRunDetails['files'][number]
}

/** The file that a bank or PayPal takes, or an archive of several; it is sent once password and code are right. */
function PaymentFile({ run, file: { method, count, cents } }: PaymentFileProps) {
  const files = countPaymentFiles(method, count)
  const kind = files > 1 ? 'ZIP' : 'CSV'
  const download = useAction({
    send: async () => {
      const response = await send(`${payoutRunsPath}/${run.id}/files/${method}`)
      const ending = response.headers.get('Content-Type') === 'application/zip' ? 'zip' : 'csv'
      saveFile(await response.blob(), `payouts-${run.period}-${method}.${ending}`)
    },
    refreshes: everyAdminPage,
    failure: 'The file was not downloaded',
  })
  return (
    <li className={fileRow}>
      <p className="min-w-48 flex-1">
        <span className="font-medium">{methodTitle(method)}</span>
        <Sum count={count} cents={cents} files={files} />
      </p>
      <ActionButton
        action={download}
        size="sm"
        variant="secondary"
        icon={<Download />}
        aria-label={`Download ${kind} for ${paymentMethodNames[method]}`}
      >
        Download {kind}
      </ActionButton>
    </li>
  )
}

const fileRow = 'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border bg-paper px-4 py-3'

function Sum({ count, cents, files = 1 }: { count: number; cents: number; files?: number }) {
  return (
    <span className="figures block text-sm text-muted">
      {[
        `${formatNumber(count)} ${count === 1 ? 'payout' : 'payouts'}`,
        formatCents(cents),
        ...(files > 1 ? [`in ${files} files`] : []),
      ].join(', ')}
    </span>
  )
}

export function RunState({ state }: { state: PayoutRun['state'] }) {
  return (
    <Badge tone={state === 'done' ? 'success' : state === 'draft' ? 'warning' : 'neutral'}>
      {runStateNames[state]}
    </Badge>
  )
}
