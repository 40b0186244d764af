import { randomInt } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { codeAlphabet, codeLength } from '@shared/referral-codes'
import type { Ctx } from '../../ctx'
import type { Queryable, Transaction } from '../../db/client'
import { lockPerson } from '../../db/lock-person'
import { referralLinks } from '../../db/schema/referral-links'
import { forbidden, unauthorized } from '../../errors'
import type { RateLimits } from '../../http/rate-limits'
import { hashToken, newToken } from '../../tokens'
import { recordEvent } from '../audit/record-event'
import { findActiveCode } from './queries'

/** A code says nothing of whose it is. */
export const newCode = (): string =>
  Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')

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

/**
 * Gives someone another link. The one before counts no more, and is never given out again; everyone who came
 * by it stays theirs. Throws 403 for the administrator, 429 after ten a day.
 */
export async function replaceLink(ctx: Ctx, limits: Pick<RateLimits, 'consume'>): Promise<string> {
  const { by } = ctx
  if (by.isAdmin) throw forbidden('The administrator has no referral link.', 'administrator')
  await limits.consume(['referralLink', String(by.id)])
  return ctx.tx(async ({ db: tx }) => {
    if (!(await lockPerson(tx, by.id))) throw unauthorized()
    await tx
      .update(referralLinks)
      .set({ replacedAt: sql`now()` })
      .where(and(eq(referralLinks.userId, by.id), isNull(referralLinks.replacedAt)))
    const code = await ensureLink(tx, by.id)
    await recordEvent({ db: tx, by }, 'account.referral-link-replaced', `user:${by.id}`)
    return code
  })
}

/** A link, and the token by which it is claimed. */
export interface UnownedLink {
  code: string
  claim: string
}

/** A link that looks like any other, and is good for nothing. */
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
