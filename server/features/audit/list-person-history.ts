import { desc, eq } from 'drizzle-orm'
import { personHistoryLength } from '@shared/audit'
import type { Database } from '../../db/client'
import { requirePerson } from '../../db/lock-person'
import { mails } from '../../db/schema/mail'
import { findNames } from './name-queries'
import { listEvents, type AuditEventRow } from './queries'
import { findSubjectsOfPeople } from './subject-queries'

type HistoryEntry =
  { event: AuditEventRow } | { mail: Awaited<ReturnType<typeof listMails>>[number] }

/** The newest events and emails of a person, with the names of what they are about. Throws 404 for no one. */
export async function listPersonHistory(db: Database, userId: number) {
  await requirePerson(db, userId)
  const subjects = await findSubjectsOfPeople(db, [userId])
  const [events, letters] = await Promise.all([
    listEvents(db, { subjects }, { limit: personHistoryLength }),
    listMails(db, userId),
  ])
  const entries: HistoryEntry[] = [
    ...events.map((event) => ({ event })),
    ...letters.map((mail) => ({ mail })),
  ]
  const newest = entries
    .toSorted((one, other) => timeOf(other) - timeOf(one))
    .slice(0, personHistoryLength)
  const objects = newest.map((entry) => ('event' in entry ? entry.event.object : null))
  return { entries: newest, names: await findNames(db, objects) }
}

const listMails = (db: Database, userId: number) =>
  db
    .select({
      id: mails.id,
      at: mails.createdAt,
      subject: mails.subject,
      status: mails.status,
    })
    .from(mails)
    .where(eq(mails.userId, userId))
    .orderBy(desc(mails.id))
    .limit(personHistoryLength)

const timeOf = (entry: HistoryEntry) => ('event' in entry ? entry.event : entry.mail).at.getTime()
