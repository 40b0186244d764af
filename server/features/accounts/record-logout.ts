import type { Database } from '../../db/client'
import type { Visitor } from '../../http/actor'
import type { SessionUser } from '../../http/session'
import { recordEvent } from '../audit/record-event'

/** A logout is never refused, even while a step is missing. */
export const recordLogout = (db: Database, user: SessionUser, from: Visitor): Promise<void> =>
  recordEvent(db, { ...from, id: user.id }, 'account.logged-out')
