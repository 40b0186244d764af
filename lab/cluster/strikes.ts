import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from './engines/database'
import type { ObjectStore } from './engines/object-store'
import type { Portals } from './portals'

/** What runs, and can be harmed. */
export interface Lab {
  portals: Portals
  /** Null where its packages are not installed. */
  database: Database | null
  store: ObjectStore | null
  /** The program of the next release. */
  laterProgram: string
}

/** Harm that is done under load. */
export interface Strike {
  name: string
  /** What of the lab it needs; without it, it is skipped. */
  needs?: 'database' | 'store'
  /** Returns when whatever was harmed is back. */
  act(lab: Lab): Promise<void>
  /** Puts everything back as it was, once the load is over. */
  tidyUp?(lab: Lab): Promise<void>
}

const settleMs = 2_000
const awayMs = 8_000
const cutPortal = 1

export const portalKilled: Strike = {
  name: 'one portal killed (-9)',
  async act({ portals }) {
    await portals.kill(0)
    await delay(settleMs)
    await portals.replace(0)
  },
}

/** The last one: from then on portals are of the next release. */
export const rollingRestart: Strike = {
  name: 'rolling restart, with a migration',
  async act({ portals, laterProgram }) {
    for (const nth of portals.nths) {
      await portals.replace(nth, laterProgram)
      await delay(settleMs)
    }
  },
}

const networkCut: Strike = {
  name: 'one portal cut off from Postgres, silently, for 8 s',
  async act({ portals }) {
    portals.links[cutPortal]?.freeze()
    await delay(awayMs)
    portals.links[cutPortal]?.thaw()
  },
}

const networkRefused: Strike = {
  name: 'all portals cut off from Postgres for 8 s',
  async act({ portals }) {
    for (const link of portals.links) {
      link.refuse()
      link.cut()
    }
    await delay(awayMs)
    for (const link of portals.links) link.accept()
  },
}

const leaderKilled: Strike = {
  name: 'the leader of Postgres killed (-9)',
  needs: 'database',
  act: async ({ database }) => database?.killLeader(),
  tidyUp: async ({ database }) => database?.bringNodesBack(),
}

const daemonKilled: Strike = {
  name: 'one daemon of three of the store killed (-9)',
  needs: 'store',
  async act({ store }) {
    await store?.killDaemon()
    await delay(awayMs)
    await store?.bringDaemonBack()
  },
}

const gatewayKilled: Strike = {
  name: 'the gateway of the store killed (-9), away for 8 s',
  needs: 'store',
  async act({ store }) {
    await store?.killGateway()
    await delay(awayMs)
    await store?.bringGatewayBack()
  },
}

export const strikes: readonly Strike[] = [
  portalKilled,
  networkCut,
  networkRefused,
  leaderKilled,
  daemonKilled,
  gatewayKilled,
  rollingRestart,
]
