import type { Logger } from 'pino'
import { isDatabaseAway } from '../../database-away'
import { reportOutage } from '../../report-outage'
import { followTo, locatePrimary, type Replica, type ReplicaState } from './replica'
import type { ListDatabases } from './searches'

/** For so long after a failure of the replica, lists go straight to the primary. */
const retryAfterMs = 1_000

/** Where lists and exports are read: on a replica that has everything, otherwise on the primary. */
export interface Lists {
  /** Reads a list: once more, on the primary, when the replica cancels it. */
  read<Result>(list: (dbs: ListDatabases) => Promise<Result>): Promise<Result>
  /** Where to read for longer. What is canceled there is not retried. */
  choose(): Promise<ListDatabases>
  /** The state of the replica; null without one. */
  look: (() => Promise<ReplicaState>) | null
  /** How many lists were read on each. */
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
  let retryReplicaAt = 0
  let failures = 0

  async function look(): Promise<ReplicaState> {
    if (!replica) return { fault: null, bytesBehind: null }
    return followTo(replica.db, await locatePrimary(primary.db))
  }

  function markReplicaDown(fault: unknown): void {
    retryReplicaAt = Date.now() + retryAfterMs
    failures += 1
    // A single failure may be a burst of writes, or a conflict with one statement.
    if (failures > 1) outage.fail(fault)
  }

  async function choose(): Promise<ListDatabases> {
    if (!replica || Date.now() < retryReplicaAt) return primary
    // When the primary cannot tell its position, it has to answer, or fail, itself.
    const state = await look().catch(() => null)
    if (!state) return primary
    if (state.fault !== null) {
      markReplicaDown(state.fault)
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
        markReplicaDown(error)
        return list(note(primary))
      }
    },
    choose: async () => note(await choose()),
    look: replica ? look : null,
    counts,
  }
}
