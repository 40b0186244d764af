import type { Statement } from '@shared/referral-desk'
import type { Queryable } from '../../../db/client'
import { notFound } from '../../../errors'
import { listStatementLines, listStatementMonths } from '../../rewards/queries'
import { presentStatement } from './presenter'
import { listNames } from './queries'

/** What changed someone's balance in a month. Throws 404 for a month in which nothing did. */
export async function getStatement(
  db: Queryable,
  { userId, month }: { userId: number; month: string },
): Promise<Statement> {
  const found = (await listStatementMonths(db, userId)).find((one) => one.month === month)
  if (!found) throw notFound()
  const lines = await listStatementLines(db, userId, month)
  const about = lines.flatMap(({ referredPersonId }) => referredPersonId ?? [])
  return presentStatement(found, lines, await listNames(db, userId, [...new Set(about)]))
}
