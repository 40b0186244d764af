import { and, eq } from 'drizzle-orm'
import type { MailChoiceKind } from '@shared/mail-choices'
import type { Database } from '../../db/client'
import { lockPerson } from '../../db/lock-person'
import { declinedMails } from '../../db/schema/mail'
import { notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import { listDeclined } from './mail-choice-queries'

/** Turns one kind of mail on or off, from this moment on: what waits is not sent either. Said twice is said once. */
export async function changeMailChoice(input: {
  db: Database
  kind: MailChoiceKind
  isWanted: boolean
  by: Actor
}): Promise<MailChoiceKind[]> {
  const { db, kind, isWanted, by } = input
  return db.transaction(async (tx) => {
    if (!(await lockPerson(tx, by.id))) throw notFound()
    const wasWanted = !(await listDeclined(tx, by.id)).includes(kind)
    if (wasWanted !== isWanted) {
      if (isWanted) {
        const isTheirs = and(eq(declinedMails.userId, by.id), eq(declinedMails.kind, kind))
        await tx.delete(declinedMails).where(isTheirs)
      } else await tx.insert(declinedMails).values({ userId: by.id, kind })
      await recordEvent(tx, by, isWanted ? 'mail.wanted' : 'mail.declined', {
        object: `user:${by.id}`,
        details: { kind },
      })
    }
    return listDeclined(tx, by.id)
  })
}
