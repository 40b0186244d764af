import { and, eq, isNull, sql } from 'drizzle-orm'
import { termsVersion } from '@shared/accounts'
import type { Database } from '../../db/client'
import { users } from '../../db/schema/users'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'

/** For accounts that are older than the question. What someone agreed to before stays as it was. */
export async function acceptTerms({ db, by }: { db: Database; by: Actor }): Promise<void> {
  await db.transaction(async (tx) => {
    const accepted = await tx
      .update(users)
      .set({ termsAcceptedAt: sql`now()`, termsVersion, termsAcceptedFrom: by.ip })
      .where(and(eq(users.id, by.id), isNull(users.termsAcceptedAt)))
      .returning({ id: users.id })
    if (accepted.length === 0) return
    await recordEvent(tx, by, 'account.terms-accepted', {
      object: `user:${by.id}`,
      details: { version: termsVersion },
    })
  })
}
