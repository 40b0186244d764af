import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { listStored } from '@tests/support/portal/stored-files'
import type { HostilePortal } from './hostile-portal'

/**
 * Sessions come and go, limits count, refused logins are in the trail, which is chained, notices go out, reports are read and
 * verdicts made by themselves.
 */
const movingTables = [
  'sessions',
  'rate_limits',
  'audit_events',
  'audit_pending',
  'audit_chain',
  'audit_seals',
  'support_notices',
  'file_tokens',
  'file_readings',
  'verdicts_due',
]
/** When a password was last shown to the administrator, which listing the logins does, and someone's verdict. */
const movingColumns = `'{last_opened_at,found_score,is_clean}'::text[]`
/** Of the outbox only what was asked for: sending changes the rest. */
const outbox = `select 'mails' as name, md5(coalesce(string_agg(concat(id, kind, recipient, subject), ',' order by id), ''))
  as digest from mails where kind not in ('digest', 'notice')`

/** A digest for each table, and one for the stored files, of everything that a refused request must leave alone. */
export async function readDigests(portal: HostilePortal): Promise<Map<string, string>> {
  const tables = await portal.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const still = tables.filter(({ name }) => name !== 'mails' && !movingTables.includes(name))
  const parts = still.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(md5((to_jsonb(t) - ${movingColumns})::text), ',' order by md5((to_jsonb(t) - ${movingColumns})::text)), '')) as digest from ${name} t`,
  )
  const rows = await portal.query<{ name: string; digest: string }>(
    [...parts, outbox].join(' union all '),
  )
  const stored = await listStored(portal.uploadsDir)
  return new Map([
    ...rows.map(({ name, digest }) => [name, digest] as const),
    ['stored files', createHash('sha256').update(JSON.stringify(stored)).digest('hex')] as const,
  ])
}

/** The names of what differs between two readings. */
export function differencesOf(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after.keys()].filter((name) => before.get(name) !== after.get(name))
}

const plainPath = /^(\.tmp|\.backups|(\.backups\/)?[\w-]{43}(\/[\w-]+\.(pdf|docx?|jpe?g|png))?)$/

/** Files where no upload may put anything; empty when all is well. */
export async function findStrayFiles(portal: HostilePortal): Promise<string[]> {
  const beside = (await readdir(portal.folder)).filter((name) => name !== 'uploads')
  const stored = await listStored(portal.uploadsDir)
  return [...beside, ...stored.filter((path) => !plainPath.test(path))]
}
