import { createHmac, randomBytes } from 'node:crypto'
import bcrypt from 'bcrypt'
import type { Caller } from '../../http/caller'
import { createHashingQueue } from './hashing-queue'
import { createHashingThreads } from './hashing-threads'

interface Hashing {
  /** Who waits for it; null: it is the portal's own work. */
  caller: Caller | null
  /** Throws when it would be in vain by now; asked when their turn has come. */
  checkAgain?: () => Promise<unknown>
}

export interface Passwords {
  /** Takes its turn, and throws like the `HashingQueue`. */
  hash(password: string, hashing?: Hashing): Promise<string>
  /** The same. With null, for an unknown account, it takes as long and says no. */
  verify(password: string, hash: string | null, caller?: Caller): Promise<boolean>
  /** Throws the 429 or 503 that a caller would get for a password now, before anything else is done. */
  checkRoom(caller: Caller): void
  /** Whether it was made with the pepper and the cost of today. */
  isCurrent(hash: string): boolean
  /** How many wait for their turn. */
  countWaiting(): number
}

/** Of the whole process. */
const threads = createHashingThreads()

/**
 * bcrypt over a keyed digest: plain bcrypt ignores everything after byte 72, and the pepper makes a stolen
 * table useless by itself. The first pepper hashes; all verify, so that a new one can be put in front of the
 * old ones. Format: `pepperId$2b$cost$…`. A hash without an id is from before there were several peppers and
 * belongs to the last one. `limitFactor` multiplies what one address may have hashed.
 */
export function createPasswords(options: {
  peppers: readonly string[]
  cost: number
  limitFactor?: number
}): Passwords {
  const { peppers, cost, limitFactor = 1 } = options
  const byId = new Map(peppers.map((pepper) => [pepperId(pepper), pepper]))
  const [current] = peppers
  const oldest = peppers.at(-1)
  if (!current || !oldest) throw new Error('At least one pepper is needed.')
  const currentId = pepperId(current)
  const queue = createHashingQueue(limitFactor)
  // Looks like any other, so that an unknown email costs as much as a known one. Of no password: its digest is
  // drawn, not computed.
  const nobodysHash = bcrypt.genSaltSync(cost) + randomBytes(16).toString('hex').slice(1)

  return {
    hash: (password, hashing) =>
      queue.run(hashing?.caller ?? null, async () => {
        await hashing?.checkAgain?.()
        return currentId + (await threads.hash(digest(current, password), cost))
      }),
    verify: (password, hash, caller) =>
      queue.run(caller ?? null, async () => {
        const { id, bcryptHash } = split(hash ?? nobodysHash)
        const pepper = id === '' ? oldest : byId.get(id)
        // A hash of a removed pepper is treated like an unknown account, and takes as long.
        const made = pepper ? bcryptHash : nobodysHash
        const matches = await threads.compare(digest(pepper ?? current, password), made)
        return matches && hash !== null && pepper !== undefined
      }),
    checkRoom: (caller) => queue.checkRoom(caller),
    countWaiting: () => queue.countWaiting(),
    isCurrent(hash) {
      const { id, bcryptHash } = split(hash)
      return id === currentId && bcrypt.getRounds(bcryptHash) === cost
    },
  }
}

const digest = (pepper: string, password: string) =>
  createHmac('sha384', pepper).update(password, 'utf8').digest('base64')

/** Names a pepper in stored hashes without revealing it. */
export const pepperId = (pepper: string) =>
  createHmac('sha256', pepper).update('the id of this pepper').digest('hex').slice(0, 8)

function split(hash: string): { id: string; bcryptHash: string } {
  const at = hash.indexOf('$')
  return { id: hash.slice(0, at), bcryptHash: hash.slice(at) }
}
