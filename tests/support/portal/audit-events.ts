import { asc, eq } from 'drizzle-orm'
import { auditEvents } from '@server/db/schema/audit-events'
import type { TestApp } from './app'

/** What the trail says of an object, such as `user:12`; the newest last. */
export const eventsOf = ({ db }: Pick<TestApp, 'db'>, object: string) =>
  db.select().from(auditEvents).where(eq(auditEvents.object, object)).orderBy(asc(auditEvents.id))
