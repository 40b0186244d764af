import { eq } from 'drizzle-orm'
import type { Transaction } from '../../db/client'
import { referralLinks } from '../../db/schema/referral-links'
import { hashToken, newToken } from '../../tokens'
import { newCode } from './new-code'

/** A link, and the token by which it is claimed. */
export interface UnownedLink {
  code: string
  claim: string
}

const mostTries = 5

/** Of the same look, and good for nothing. */
export const inventLink = (): UnownedLink => ({ code: newCode(), claim: newToken() })

/** A link for someone who is not logged in: the one they hold the token of, or else a new one. */
export async function makeUnownedLink(tx: Transaction, claim?: string): Promise<UnownedLink> {
  const [held] = claim
    ? await tx
        .select({ code: referralLinks.code })
        .from(referralLinks)
        .where(eq(referralLinks.claimHash, hashToken(claim)))
    : []
  if (held && claim) return { code: held.code, claim }
  const token = newToken()
  for (let tries = 0; tries < mostTries; tries += 1) {
    const [made] = await tx
      .insert(referralLinks)
      .values({ code: newCode(), claimHash: hashToken(token) })
      .onConflictDoNothing()
      .returning({ code: referralLinks.code })
    if (made) return { code: made.code, claim: token }
  }
  throw new Error('No free code was found.')
}
