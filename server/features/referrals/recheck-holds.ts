import type { Transaction } from '../../db/client'
import { lockPeople } from '../../db/lock-person'
import type { EventSource } from '../audit/record-event'
import { settleReward } from '../rewards/settle-reward'
import { listDoubtsAround, openHolds } from './open-holds'

/**
 * To be called when what holds go by has changed with someone, whose account is held: their email, phone,
 * documents or payment details. What is held back now and was earned before is taken back. Answers what is
 * new.
 */
export async function recheckHolds(tx: Transaction, userId: number, by: Pick<EventSource, 'id'>) {
  const doubtful = await listDoubtsAround(tx, userId)
  if (doubtful.length === 0) return []
  // Accounts before what hangs on them, as whoever removes one takes them.
  await lockPeople(
    tx,
    doubtful.map(({ referredId }) => referredId),
  )
  const opened = await openHolds(
    tx,
    doubtful.map(({ id }) => id),
  )
  const held = new Set(opened.map(({ referredPersonId }) => referredPersonId))
  for (const id of held) await settleReward(tx, id, by)
  return opened
}
