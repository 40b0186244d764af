import type { Queryable } from '../../db/client'
import { lockPerson } from '../../db/lock-person'
import { referralLinks } from '../../db/schema/referral-links'
import { newCode } from './new-code'
import { findActiveCode } from './queries'

const mostTries = 5

/** The code of someone's link, which is made when it is first asked for. */
export async function ensureLink(db: Queryable, userId: number): Promise<string> {
  const known = await findActiveCode(db, userId)
  if (known) return known
  return db.transaction(async (tx) => {
    // Another request may be making one, or claiming one.
    await lockPerson(tx, userId)
    for (let tries = 0; tries < mostTries; tries += 1) {
      const code = await findActiveCode(tx, userId)
      if (code) return code
      // Nothing is inserted when the code is taken.
      await tx.insert(referralLinks).values({ code: newCode(), userId }).onConflictDoNothing()
    }
    throw new Error('No free code was found.')
  })
}
