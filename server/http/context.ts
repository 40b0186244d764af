import type { RequestHandler } from 'express'
import type { Portal } from '../ctx'
import type { Database } from '../db/client'
import type { RateLimits } from './rate-limits'
import type { Sessions } from './session'

/** The tools of the features' routes, besides what every operation has. */
export interface Context extends Portal {
  /** For lists that are searched. */
  searches: Database
  limits: RateLimits
  /** Mounted on everything that sends documents: what a person downloads is counted together. */
  limitDocuments: RequestHandler[]
  /** Mounted on everything that takes a document: uploads of an address are counted together. */
  receiveUpload: RequestHandler[]
  sessions: Sessions
}
