import type { Transaction } from '../../db/client'
import type { EventSource } from '../audit/record-event'
import { settleReward } from '../rewards/settle-reward'
import { openHoldsAround } from './open-holds'

/**
 * To be called when what holds go by has changed with someone: their email, phone, documents or payment
 * details. What is held back now and was earned before is taken back. Answers what is new.
 */
export async function recheckHolds(tx: Transaction, userId: number, by: Pick<EventSource, 'id'>) {
  const opened = await openHoldsAround(tx, userId)
  const held = new Set(opened.map(({ referredPersonId }) => referredPersonId))
  for (const id of held) await settleReward(tx, id, by)
  return opened
}
