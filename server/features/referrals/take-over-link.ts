import { eq } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { lockPeople } from '../../db/lock-person'
import { referralLinks } from '../../db/schema/referral-links'
import { notFound, unauthorized } from '../../errors'
import type { Actor } from '../../http/actor'
import { hashToken } from '../../tokens'
import { claimLink } from './claim-link'
import { ensureLink } from './ensure-link'
import { listPeopleOfLink } from './queries'

/** Claims a link for someone who is logged in. Answers the code of theirs. Throws 404 like for any unknown token. */
export async function takeOverLink(input: {
  db: Database
  token: string
  by: Actor
}): Promise<string> {
  const { db, token, by } = input
  return db.transaction(async (tx) => {
    // Claims of one person take turns, so that they end with one link. Whoever came by it is held as well,
    // in one order with the claimer.
    const people = await listPeopleOfLink(tx, eq(referralLinks.claimHash, hashToken(token)))
    const held = await lockPeople(tx, [by.id, ...people])
    if (!held.some(({ id }) => id === by.id)) throw unauthorized()
    if (!(await claimLink(tx, { token, userId: by.id, by }))) {
      throw notFound('This link has already been claimed, or its address is incomplete.')
    }
    return ensureLink(tx, by.id)
  })
}
