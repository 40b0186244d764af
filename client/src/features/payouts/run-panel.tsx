import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCents } from '@shared/money'
import {
  type AskedPayees,
  type PayoutRun,
  type PayoutRunDetails,
  type PayoutState,
} from '@shared/payouts'
import { formatNumber } from '@/lib/format'
import { post } from '@/lib/http'
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
import { PaymentFiles } from './payment-files'
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
    ask:
      count === 0
        ? `No one can be paid in the run for ${namePeriod(run)}. Close it? All amounts stay in their balances.`
        : `Approve the payout run for ${namePeriod(run)}: ${sum}?`,
    send: () => post<PayoutRunDetails>(`${payoutRunsPath}/${run.id}/approve`, { count, cents }),
    refreshes: everyAdminPage,
    done: ({ totals }) => {
      const paying = totals.find(({ state }) => state === 'paying')?.count ?? 0
      if (count === 0) return 'Payout run closed'
      if (paying === count) return 'Payout run approved'
      return {
        title: 'Payout run approved',
        description: `${formatNumber(count - paying)} of its ${formatNumber(count)} payouts can’t be made anymore: what is owed has changed. See On hold.`,
      }
    },
    failure: 'The run was not approved',
  })

  return (
    <ActionButton ref={keepClear} action={approval} className={underThumb}>
      {count === 0 ? 'Close Run' : 'Approve Run'}
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
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-lg">
          {name}{' '}
          <span className="figures text-base text-muted">
            {formatNumber(total?.count ?? 0)}, {formatCents(total?.cents ?? 0)}
          </span>
        </h3>
        {state === 'missing-settings' ? <AskButton run={run} /> : null}
      </div>
      <Loaded query={lines} what="The payouts" skeleton="h-24">
        {(found) => (
          <>
            {state === 'paying' ? <PaymentFiles run={found} onMark={onMark} /> : null}
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

function AskButton({ run }: { run: PayoutRun }) {
  const asking = useAction({
    send: () => post<AskedPayees>(`${payoutRunsPath}/${run.id}/ask-payees`),
    done: ({ asked }) =>
      asked === 0
        ? 'Everyone here was asked in the last 7 days'
        : `Asked ${asked === 1 ? '1 person' : `${formatNumber(asked)} people`} how they’d like to be paid`,
    failure: 'No one was asked',
  })
  return (
    <ActionButton action={asking} size="sm" variant="secondary">
      Ask for Details
    </ActionButton>
  )
}

export function RunState({ state }: { state: PayoutRun['state'] }) {
  return (
    <Badge tone={state === 'done' ? 'success' : state === 'draft' ? 'warning' : 'neutral'}>
      {runStateNames[state]}
    </Badge>
  )
}
