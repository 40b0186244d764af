import { sql } from 'drizzle-orm'
import type { Transaction } from '../../../db/client'
import { emailConfirmations } from '../../../db/schema/email-confirmations'

/** Notes that someone used a link which only the reader of this address's mail can have. */
export async function markEmailConfirmed(
  tx: Transaction,
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  const confirmed = { email, tokenHash: null, expiresAt: null, confirmedAt: sql`now()` }
  await tx
    .insert(emailConfirmations)
    .values({ userId, ...confirmed })
    .onConflictDoUpdate({ target: emailConfirmations.userId, set: confirmed })
}
