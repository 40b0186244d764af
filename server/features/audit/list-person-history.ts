import { personHistoryLength } from '@shared/audit'
import type { Database } from '../../db/client'
import { notFound } from '../../errors'
import { listMailsOfUser } from '../mail/queries'
import { getUser } from '../users/queries'
import { findNames } from './name-queries'
import { listEvents, type AuditEventRow } from './queries'
import { findSubjectsOfPeople } from './subject-queries'

export type HistoryEntry =
  { event: AuditEventRow } | { mail: Awaited<ReturnType<typeof listMailsOfUser>>[number] }

/** The newest events and emails of a person, with the names of what they are about. Throws 404 for no one. */
export async function listPersonHistory(db: Database, userId: number) {
  if (!(await getUser(db, userId))) throw notFound()
  const subjects = await findSubjectsOfPeople(db, [userId])
  const [events, mails] = await Promise.all([
    listEvents(db, { subjects }, { limit: personHistoryLength }),
    listMailsOfUser(db, { userId, limit: personHistoryLength }),
  ])
  const entries: HistoryEntry[] = [
    ...events.map((event) => ({ event })),
    ...mails.map((mail) => ({ mail })),
  ]
  const newest = entries
    .toSorted((one, other) => timeOf(other) - timeOf(one))
    .slice(0, personHistoryLength)
  const objects = newest.map((entry) => ('event' in entry ? entry.event.object : null))
  return { entries: newest, names: await findNames(db, objects) }
}

const timeOf = (entry: HistoryEntry) =>
  ('event' in entry ? entry.event.at : entry.mail.createdAt).getTime()
