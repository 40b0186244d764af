import { eq } from 'drizzle-orm'
import type { Database } from '../../../db/client'
import { emailChanges } from '../../../db/schema/email-changes'
import { endSessions } from '../../../db/user-sessions'
import type { Sealer } from '../../../db/sealing'
import { badRequest } from '../../../errors'
import type { Visitor } from '../../../http/actor'
import { recordEvent } from '../../audit/record-event'
import { deadLink } from './confirm-email-change'
import { findByStopLink, findChange, holdAccount } from './queries'
import { setEmail } from './set-email'

/**
 * Stops a change by the link that was mailed to the address before, or takes it back within a day. Whoever
 * asked knew the password, so every session of the account ends. Throws 400 for a dead link, 409 when
 * someone else has the address by now.
 */
export async function stopEmailChange(input: {
  db: Database
  sealer: Sealer
  token: string
  by: Visitor
}): Promise<void> {
  const { db, sealer, token, by } = input
  await db.transaction(async (tx) => {
    const userId = await findByStopLink(tx, token)
    const person = userId === null ? null : await holdAccount(tx, userId)
    // Looked at again once no one else can change it.
    if (!person || (await findByStopLink(tx, token)) !== person.id)
      throw badRequest(deadLink, { token: 'dead' })
    const change = await findChange(tx, person.id)
    const previous = change?.previousEmail ?? null
    if (previous === null) await endSessions(tx, person.id)
    else await setEmail(tx, { sealer, person, email: previous })
    await tx.delete(emailChanges).where(eq(emailChanges.userId, person.id))
    await recordEvent(tx, { ...by, id: person.id }, 'account.email-change-stopped', {
      object: `user:${person.id}`,
      details: { wasMade: previous !== null },
    })
  })
}
