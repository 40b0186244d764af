import type { Logger } from 'pino'
import type { Database } from '../../db/client'
import { chainEvents } from './chain-events'
import { sealChain } from './seal-chain'

/** Adds to the chain what was written since the last time; once it has all, its end is sealed when that is due. */
export async function chainTrail(deps: {
  db: Database
  dataKeys: readonly Buffer[]
  uploadsDir: string
  logger: Logger
}): Promise<void> {
  if ((await chainEvents(deps.db)) === 'all') await sealChain(deps)
}
