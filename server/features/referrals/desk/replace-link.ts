import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client'
import { lockPerson } from '../../../db/lock-person'
import { referralLinks } from '../../../db/schema/referral-links'
import { forbidden, unauthorized } from '../../../errors'
import type { Actor } from '../../../http/actor'
import type { RateLimits } from '../../../http/rate-limits'
import { recordEvent } from '../../audit/record-event'
import { ensureLink } from '../make-link'

/**
 * Gives someone another link. The one before counts no more, and is never given out again; whoever came by
 * it stays theirs. Throws 403 for the administrator, 429 after ten a day.
 */
export async function replaceLink(input: {
  db: Database
  limits: Pick<RateLimits, 'consume'>
  by: Actor
}): Promise<string> {
  const { db, limits, by } = input
  if (by.isAdmin) throw forbidden('The administrator has no referral link.', 'administrator')
  await limits.consume(['referralLink', String(by.id)])
  return db.transaction(async (tx) => {
    if (!(await lockPerson(tx, by.id))) throw unauthorized()
    await tx
      .update(referralLinks)
      .set({ replacedAt: sql`now()` })
      .where(and(eq(referralLinks.userId, by.id), isNull(referralLinks.replacedAt)))
    const code = await ensureLink(tx, by.id)
    await recordEvent(tx, by, 'account.referral-link-replaced', { object: `user:${by.id}` })
    return code
  })
}
