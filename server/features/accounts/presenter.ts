import { rejectionReason } from '../../db/review'
import type { Env } from '../../env'
import type { AccountRow } from './queries'
import { getMissingStep } from '../../http/guards'

/** What isn't so is left out. The database writes the times of JSON with an offset of its own. */
export const presentCurrentUser = (row: AccountRow, env: Env) => ({
  ...row,
  statusReason: rejectionReason(row),
  isReferrer: row.kind === 'referrer' || undefined,
  missingStep: getMissingStep(row, env) ?? undefined,
  question: row.question ? { ...row.question, askedAt: new Date(row.question.askedAt) } : undefined,
  pauses: row.pauses?.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) })),
  closesAt: row.closesAt ?? undefined,
})
