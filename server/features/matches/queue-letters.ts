import type { Database, Transaction } from '../../db/client'
import type { MailDeps } from '../mail/find-sender'
import type { MatchRow } from './queries'

/** A step of a match, as it changed the row. */
export interface MatchChange {
  before: MatchRow | null
  after: MatchRow
  by: 'partner' | 'entrepreneur' | 'administrator' | 'portal'
  isUndo?: boolean
}

/** Puts into the outbox what a step has to tell, in its transaction. */
export async function queueMatchLetters(
  _tx: Transaction,
  _deps: MailDeps,
  _change: MatchChange,
): Promise<void> {}

/** Keeps the letters about a match from leaving. */
export async function cancelMatchLetters(_tx: Transaction, _matchId: number): Promise<void> {}

/** Until when the letters about the last step are held, and whether some have left. */
export async function findLetterHold(
  _db: Database | Transaction,
  _matchId: number,
): Promise<{ leavesAt: Date | null; haveLeft: boolean }> {
  return { leavesAt: null, haveLeft: false }
}
