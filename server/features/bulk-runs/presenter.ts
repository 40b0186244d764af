import type { BulkRun, BulkRunDetails } from '@shared/bulk-runs'
import type { BulkProblemRow, BulkRunRow } from './queries'

export function presentBulkRun(row: BulkRunRow): BulkRun {
  const { waiting, done, skipped, failed } = row.counts
  return {
    id: row.id,
    of: row.of,
    action: row.action,
    state: row.state,
    total: waiting + done + skipped + failed,
    done,
    skipped,
    failed,
    startedAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}

export const presentBulkRunDetails = (
  row: BulkRunRow,
  problems: readonly BulkProblemRow[],
): BulkRunDetails => ({
  ...presentBulkRun(row),
  problems: problems.map(({ id, name, outcome, why }) => ({
    id,
    name,
    outcome: outcome === 'skipped' ? 'skipped' : 'failed',
    why: why ?? '',
  })),
})
