import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Database } from '../db/client'
import type { Sealer } from '../db/sealing'
import type { Env } from '../env'
import type { FileStorage } from '../storage/port'
import type { VirusScanner } from '../storage/virus-scanner'
import type { RateLimits } from './rate-limits'
import type { Sessions } from './session'

/** What the features' routes work with. */
export interface Context {
  env: Env
  db: Database
  /** For lists that are searched. */
  searches: Database
  storage: FileStorage
  /** Null while none is configured. */
  scanner: VirusScanner | null
  sealer: Sealer
  limits: RateLimits
  /** Mounted on everything that sends documents: what a person downloads is counted together. */
  limitDocuments: RequestHandler[]
  sessions: Sessions
  logger: Logger
}
