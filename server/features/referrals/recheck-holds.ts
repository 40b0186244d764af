import type { EventSource } from '../../ctx'
import type { Transaction } from '../../db/client'
import { lockPeople } from '../../db/lock-person'
import type { Sealer } from '../../db/sealing'
import { settleReward } from '../rewards/settle-reward'
import { readFingerprints, type Fingerprints } from '../rewards/fingerprints'
import { listMissingHolds, openHolds } from '../rewards/open-holds'

/**
 * To be called when someone's documents or payment details have changed, whose account is locked. What is held
 * back now and was earned before is taken back. Returns what is new.
 */
export const recheckHolds = (tx: Transaction, userId: number, by: EventSource) =>
  recheck(tx, userId, by, null)

/** Compares with erased accounts too. To be called after sign-up, and after a change of email or phone. */
export const recheckContact = async (
  tx: Transaction,
  sealer: Sealer,
  userId: number,
  by: EventSource,
) => recheck(tx, userId, by, await readFingerprints(tx, sealer, userId))

async function recheck(
  tx: Transaction,
  userId: number,
  by: EventSource,
  fingerprints: Fingerprints | null,
) {
  const missing = await listMissingHolds(tx, userId, fingerprints)
  if (missing.length === 0) return []
  // Accounts before what refers to them: the same lock order as deletion.
  await lockPeople(
    tx,
    missing.map(({ referredId }) => referredId),
  )
  const opened = await openHolds(
    tx,
    missing.map(({ id }) => id),
    fingerprints,
  )
  const held = new Set(opened.map(({ referredPersonId }) => referredPersonId))
  for (const id of held) await settleReward(tx, id, by)
  return opened
}
