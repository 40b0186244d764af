import type { Logger } from 'pino'
import { isDatabaseAway } from '../../database-away'
import { reportOutage } from '../../report-outage'
import { followTo, locatePrimary, type Replica, type ReplicaState } from './replica'
import type { ListDatabases } from './searches'

/** After a list had to go to the primary, the next ones don't wait for the replica for so long. */
const restMs = 1_000

/** Where lists and exports are read: on a replica that has everything, otherwise on the primary. */
export interface Lists {
  /** Reads a list. What the replica breaks off is asked of the primary. */
  read<Result>(list: (dbs: ListDatabases) => Promise<Result>): Promise<Result>
  /** Where to read for longer. What is broken off there stays so. */
  choose(): Promise<ListDatabases>
  /** How the replica is; null where there is none. */
  look: (() => Promise<ReplicaState>) | null
  /** How many were read where. */
  counts: { primary: number; replica: number }
}

export function createLists(input: {
  primary: ListDatabases
  replica: Replica | null
  logger: Logger
}): Lists {
  const { primary, replica, logger } = input
  const counts = { primary: 0, replica: 0 }
  const outage = reportOutage(logger, {
    began: 'lists are read from the primary: the read replica cannot be used',
    ended: 'lists are read from the read replica again',
  })
  let restsUntil = 0
  let failures = 0

  async function look(): Promise<ReplicaState> {
    if (!replica) return { fault: null, bytesBehind: null }
    return followTo(replica.db, await locatePrimary(primary.db))
  }

  function rest(fault: unknown): void {
    restsUntil = Date.now() + restMs
    failures += 1
    // Once is a moment of much writing, or a statement that was in the way of it.
    if (failures > 1) outage.fail(fault)
  }

  async function choose(): Promise<ListDatabases> {
    if (!replica || Date.now() < restsUntil) return primary
    // A primary that cannot say where it is answers for itself.
    const state = await look().catch(() => null)
    if (!state) return primary
    if (state.fault !== null) {
      rest(state.fault)
      return primary
    }
    failures = 0
    outage.succeed()
    return replica
  }

  const note = (dbs: ListDatabases) => {
    counts[dbs === primary ? 'primary' : 'replica'] += 1
    return dbs
  }

  return {
    async read(list) {
      const dbs = note(await choose())
      if (dbs === primary) return list(primary)
      try {
        return await list(dbs)
      } catch (error) {
        if (!(error instanceof Error && isDatabaseAway(error))) throw error
        rest(error)
        return list(note(primary))
      }
    },
    choose: async () => note(await choose()),
    look: replica ? look : null,
    counts,
  }
}
