import type { BulkAction, BulkList, BulkRun } from '@shared/bulk-runs'
import { formatNumber } from '@/lib/format'

const nouns: Record<BulkList, { singular: string; plural: string }> = {
  users: { singular: 'user', plural: 'users' },
  files: { singular: 'file', plural: 'files' },
  credentials: { singular: 'login', plural: 'logins' },
}

/** '1 user', '1,200 files'; 'all matching users' where the number is not known. */
export function countOf(of: BulkList, count: number | null): string {
  const { singular, plural } = nouns[of]
  if (count === null) return `all matching ${plural}`
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`
}

/** '1,200 Files', for a title or a button. */
export const asTitle = (count: string): string =>
  count.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())

const going: Record<BulkAction, string> = {
  approve: 'Approving',
  reject: 'Rejecting',
  ask: 'Asking',
  delete: 'Deleting',
  email: 'Emailing',
  undo: 'Undoing changes to',
}
const done: Record<BulkAction, string> = {
  approve: 'Approved',
  reject: 'Rejected',
  ask: 'Asked',
  delete: 'Deleted',
  email: 'Emailed',
  undo: 'Undid changes to',
}

/** 'Approving 294 users', and once it has ended 'Approved 290 of 294 users'. */
export function nameRun(run: BulkRun): string {
  const all = countOf(run.of, run.total)
  if (run.state === 'running') return `${going[run.action]} ${all}`
  if (run.done === run.total) return `${done[run.action]} ${all}`
  const some = `${done[run.action]} ${formatNumber(run.done)} of ${all}`
  return run.state === 'stopped' ? `Stopped: ${some.charAt(0).toLowerCase()}${some.slice(1)}` : some
}

/** 'Started approving 294 users', which is still true when the run has ended. */
export const nameStart = (run: BulkRun): string =>
  `Started ${going[run.action].toLowerCase()} ${countOf(run.of, run.total)}`

/** 'Approved 10 users', as a run is called where it can be undone. */
export const nameAct = ({ of, action, total }: BulkRun): string =>
  `${done[action]} ${countOf(of, total)}`
