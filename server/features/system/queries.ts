import { desc, eq, sql } from 'drizzle-orm'
import type { Examination, Outages } from '@shared/system'
import type { Queryable } from '../../db/client'
import { mails } from '../../db/schema/mail'
import { portal } from '../../db/schema/portal'
import { texts } from '../../db/schema/texts'
import { onlyRow } from '../../errors'

interface Kept {
  outages: Outages
  examination: Examination | null
  settledAt: string | null
}

/** What the portal has noted about itself. */
export async function readKept(db: Queryable): Promise<Kept> {
  const { outages, examination, settledAt } = portal
  const [row] = await db.select({ outages, examination, settledAt }).from(portal)
  return row
    ? { ...row, settledAt: row.settledAt?.toISOString() ?? null }
    : { outages: {}, examination: null, settledAt: null }
}

export async function saveExamination(db: Queryable, examination: Examination): Promise<void> {
  await db.update(portal).set({ examination })
}

/** When the last mail and the last text left. */
export async function findLastSent(db: Queryable) {
  const [mail] = await db
    .select({ at: mails.sentAt })
    .from(mails)
    .where(eq(mails.status, 'sent'))
    .orderBy(desc(mails.id))
    .limit(1)
  const [text] = await db
    .select({ at: texts.sentAt })
    .from(texts)
    .where(sql`${texts.status} in ('sent', 'delivered')`)
    .orderBy(desc(texts.id))
    .limit(1)
  return { email: mail?.at?.toISOString() ?? null, texts: text?.at?.toISOString() ?? null }
}

export async function describeDatabase(db: Queryable) {
  const { rows } = await db.execute<{ version: string; startedAt: Date }>(sql`
    select current_setting('server_version') as version, pg_postmaster_start_time() as "startedAt"`)
  const { version, startedAt } = onlyRow(rows)
  return { version, startedAt: new Date(startedAt).toISOString() }
}
