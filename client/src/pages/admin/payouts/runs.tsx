import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { RunPanel } from '@/features/payouts/run-panel'
import { RunsTable } from '@/features/payouts/runs-table'
import { payoutRunsQuery, usePreparePayoutRun } from '@/features/payouts/payouts-api'
import { toast } from '@/lib/toast-store'
import { toastError } from '@/lib/toast-error'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/load-error'

/** All payout runs, the newest first, and the one that is open. */
export function Runs() {
  const [query, setQuery] = useSearchParams()
  const { data, isPending, isError, refetch } = useQuery(payoutRunsQuery)
  const preparing = usePreparePayoutRun()
  const opened = data?.find(({ id }) => String(id) === query.get('open')) ?? data?.[0]

  async function prepare() {
    try {
      const run = await preparing.mutateAsync(undefined)
      setQuery({ open: String(run.id) })
      toast({ title: 'Payout run prepared' })
    } catch (error) {
      toastError('No run was prepared', error)
    }
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-measure text-muted">
          A draft is prepared automatically on the day it’s due. You can also prepare it now.
          Preparing it twice won’t pay anyone twice.
        </p>
        <Button variant="secondary" pending={preparing.isPending} onClick={() => void prepare()}>
          Prepare Run Now
        </Button>
      </div>
      {isError ? (
        <LoadError what="The payout runs" onRetry={refetch} />
      ) : (
        <RunsTable
          runs={data ?? []}
          isLoading={isPending}
          empty={
            <EmptyState
              title="No payout runs yet"
              description="After a period in which a referral earned a reward, a draft appears here with what each person is owed. You approve it, pay the files at your bank, and mark the payouts as paid."
            />
          }
          selectedId={opened?.id ?? null}
          onSelect={({ id }) => setQuery({ open: String(id) })}
        />
      )}
      {opened ? <RunPanel key={opened.id} run={opened} /> : null}
    </div>
  )
}
