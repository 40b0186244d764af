import { desc, eq } from 'drizzle-orm'
import { personHistoryLength } from '@shared/audit'
import { requirePerson } from '../../db/lock-person'
import { mails } from '../../db/schema/mail'
import { messages } from '../../db/schema/messages'
import { texts } from '../../db/schema/texts'
import { openOrNull } from '../../db/sealing'
import type { Context } from '../../http/context'
import { nameEvents } from '../audit/list-trail'
import { findSubjectsOfPeople } from '../audit/object-queries'
import { listEvents } from '../audit/queries'
import { sealedText } from '../texts/queries'

/** The newest events of a person, emails and texts to them, and messages from them. Throws 404 for no one. */
export async function listPersonHistory(
  { db, sealer }: Pick<Context, 'db' | 'sealer'>,
  userId: number,
) {
  await requirePerson(db, userId)
  const subjects = await findSubjectsOfPeople(db, [userId])
  const limit = personHistoryLength
  const [events, emails, sms, written] = await Promise.all([
    listEvents(db, { subjects }, { limit }),
    db
      .select({
        at: mails.createdAt,
        mail: {
          id: mails.id,
          recipient: mails.recipient,
          subject: mails.subject,
          status: mails.status,
          nextAttemptAt: mails.nextAttemptAt,
        },
      })
      .from(mails)
      .where(eq(mails.userId, userId))
      .orderBy(desc(mails.id))
      .limit(limit),
    db
      .select({
        at: texts.createdAt,
        id: texts.id,
        status: texts.status,
        sealedContent: texts.sealedContent,
      })
      .from(texts)
      .where(eq(texts.userId, userId))
      .orderBy(desc(texts.id))
      .limit(limit),
    db
      .select({
        at: messages.createdAt,
        message: {
          id: messages.id,
          subject: messages.subject,
          message: messages.message,
          status: messages.status,
        },
      })
      .from(messages)
      .where(eq(messages.userId, userId))
      .orderBy(desc(messages.id))
      .limit(limit),
  ])
  const entries = [
    ...(await nameEvents(db, events)).map((event) => ({ at: event.at, event })),
    ...emails,
    ...sms.map(({ at, id, status, sealedContent }) => ({
      at,
      text: {
        id,
        status,
        body: openOrNull(() => sealer.open(sealedContent ?? '', sealedText(id))),
      },
    })),
    ...written,
  ]
  return entries
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, personHistoryLength)
}
