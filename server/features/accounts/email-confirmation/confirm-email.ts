import { and, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client'
import { emailConfirmations } from '../../../db/schema/email-confirmations'
import { badRequest } from '../../../errors'
import type { Visitor } from '../../../http/actor'
import { hashToken } from '../../../tokens'
import { recordEvent } from '../../audit/record-event'
import { deadLink } from '../email-change/confirm-email-change'
import { holdAccount } from '../email-change/queries'
import { markEmailConfirmed } from './mark-email-confirmed'

/** Confirms the email of an account by the link that was mailed to it, once. Throws 400 for a dead link. */
export async function confirmEmail(input: {
  db: Database
  token: string
  by: Visitor
}): Promise<void> {
  const { db, token, by } = input
  const isAlive = and(
    eq(emailConfirmations.tokenHash, hashToken(token)),
    gt(emailConfirmations.expiresAt, sql`now()`),
  )
  await db.transaction(async (tx) => {
    const find = async () => (await tx.select().from(emailConfirmations).where(isAlive))[0]
    const asked = await find()
    const person = asked && (await holdAccount(tx, asked.userId))
    // Looked at again once no one else can use or replace it.
    const link = await find()
    if (!person || link?.email.toLowerCase() !== person.email.toLowerCase())
      throw badRequest(deadLink, { token: 'dead' })
    await markEmailConfirmed(tx, { userId: person.id, email: person.email })
    await recordEvent(tx, { ...by, id: person.id }, 'account.email-confirmed', {
      object: `user:${person.id}`,
    })
  })
}
