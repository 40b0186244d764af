import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { auditEvents } from '../../db/schema/audit-events'

/** What comes before the first link. */
export const beginning = Buffer.alloc(32)

/** All that an event says, as one line: the same for as long as nothing of it changes. */
export const eventLine = sql<string | null>`jsonb_build_array(
  ${auditEvents.id}, to_char(${auditEvents.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  ${auditEvents.actorId}, ${auditEvents.action}, ${auditEvents.object}, ${auditEvents.ip},
  ${auditEvents.requestId}, ${auditEvents.details})::text`

/** SHA-256 of the hash before and of the event. */
export const hashLink = (previous: Buffer, line: string): Buffer =>
  createHash('sha256').update(previous).update(line).digest()
