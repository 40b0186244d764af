import type { Logger } from 'pino'
import type { Database } from '../../db/client'
import { connectReplica, followTo, locatePrimary } from '../../db/lists/replica'
import type { Env } from '../../env'
import { findingsAbout, type Finding } from './finding'

/** Whether lists can be read from the read replica; nothing where there is none. */
export async function checkReplica(
  primary: Database,
  { readDatabaseUrl }: Pick<Env, 'readDatabaseUrl'>,
  logger: Logger,
): Promise<Finding[]> {
  if (!readDatabaseUrl) return []
  const { ok, warning } = findingsAbout('read replica')
  const replica = connectReplica(readDatabaseUrl, logger, 1)
  try {
    const { fault, bytesBehind } = await followTo(replica.db, await locatePrimary(primary))
    if (fault === null) return [ok('shows all that the primary has')]
    const behind = bytesBehind === null ? '' : ` by ${bytesBehind.toLocaleString('en-US')} bytes`
    return [
      warning(
        `lists are read from the primary: ${fault}${behind}`,
        'See that it runs and follows the primary, or take DATABASE_READ_URL away.',
      ),
    ]
  } finally {
    await replica.end()
  }
}
