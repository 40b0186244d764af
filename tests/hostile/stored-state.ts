import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { listStored } from '@tests/support/portal/stored-files'
import type { HostilePortal } from './hostile-portal'

/**
 * Sessions come and go, limits count, refused logins are in the trail, notices go out and reports are read by
 * themselves.
 */
const movingTables = [
  'sessions',
  'rate_limits',
  'audit_events',
  'support_notices',
  'file_tokens',
  'file_readings',
]
/** Of the outbox only what was asked for: sending changes the rest. */
const outbox = `select 'mails' as name, md5(coalesce(string_agg(concat(id, kind, recipient, subject), ',' order by id), ''))
  as digest from mails where kind not in ('digest', 'notice')`

/** A fingerprint of everything that a refused request must leave alone. */
export async function fingerprintOf(portal: HostilePortal): Promise<string> {
  const tables = await portal.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const still = tables.filter(({ name }) => name !== 'mails' && !movingTables.includes(name))
  const parts = still.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(md5(t::text), ',' order by md5(t::text)), '')) as digest from ${name} t`,
  )
  const rows = await portal.query([...parts, outbox].join(' union all '))
  const stored = await listStored(portal.uploadsDir)
  return createHash('sha256')
    .update(JSON.stringify([rows, stored]))
    .digest('hex')
}

const plainPath = /^(\.tmp|\.backups|(\.backups\/)?[\w-]{43}(\/[\w-]+\.(pdf|docx?|jpe?g|png))?)$/

/** What lies where no upload may put anything; empty when all is well. */
export async function findStrayFiles(portal: HostilePortal): Promise<string[]> {
  const beside = (await readdir(portal.folder)).filter((name) => name !== 'uploads')
  const stored = await listStored(portal.uploadsDir)
  return [...beside, ...stored.filter((path) => !plainPath.test(path))]
}
