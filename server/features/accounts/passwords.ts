import { createHmac, randomBytes } from 'node:crypto'
import bcrypt from 'bcrypt'
import { unavailable } from '../../errors'

export interface Passwords {
  /** Throws 503 when too many are waiting. */
  hash(password: string): Promise<string>
  /** With null, for an unknown account, it takes as long and says no. Throws 503 likewise. */
  verify(password: string, hash: string | null): Promise<boolean>
  /** Whether it was made with the pepper and the cost of today. */
  isCurrent(hash: string): boolean
}

// bcrypt runs on libuv's four threads, which file I/O needs too.
const hashesAtOnce = 2
const maxWaiting = 40

/**
 * bcrypt over a keyed digest: plain bcrypt ignores everything after byte 72, and the pepper makes a
 * stolen table useless by itself. The first pepper hashes; all verify, so that a new one can be put in
 * front of the old ones. Format: `pepperId$2b$cost$…`; without an id, of the time before there were
 * several, it is the last pepper's.
 */
export function createPasswords(options: { peppers: readonly string[]; cost: number }): Passwords {
  const { peppers, cost } = options
  const byId = new Map(peppers.map((pepper) => [pepperId(pepper), pepper]))
  const [current] = peppers
  const oldest = peppers.at(-1)
  if (!current || !oldest) throw new Error('At least one pepper is needed.')
  const currentId = pepperId(current)
  const inTurn = createQueue()
  // Hashed once, so that an unknown e-mail costs as much as a known one.
  const nobodysHash = bcrypt.hash(digest(current, randomBytes(32).toString('hex')), cost)

  return {
    hash: (password) =>
      inTurn(async () => currentId + (await bcrypt.hash(digest(current, password), cost))),
    verify: (password, hash) =>
      inTurn(async () => {
        const { id, bcryptHash } = split(hash ?? (await nobodysHash))
        const pepper = id === '' ? oldest : byId.get(id)
        // Of a pepper that was taken away: as unknown as an unknown account, and as long.
        const made = pepper ? bcryptHash : await nobodysHash
        const matches = await bcrypt.compare(digest(pepper ?? current, password), made)
        return matches && hash !== null && pepper !== undefined
      }),
    isCurrent(hash) {
      const { id, bcryptHash } = split(hash)
      return id === currentId && bcrypt.getRounds(bcryptHash) === cost
    },
  }
}

const digest = (pepper: string, password: string) =>
  createHmac('sha384', pepper).update(password, 'utf8').digest('base64')

/** Names a pepper where hashes are stored, and tells nothing of it. */
const pepperId = (pepper: string) =>
  createHmac('sha256', pepper).update('the id of this pepper').digest('hex').slice(0, 8)

function split(hash: string): { id: string; bcryptHash: string } {
  const at = hash.indexOf('$')
  return { id: hash.slice(0, at), bcryptHash: hash.slice(at) }
}

function createQueue() {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= hashesAtOnce) {
      if (waiting.length >= maxWaiting) throw unavailable()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // The turn is handed on, so that nobody can slip in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
