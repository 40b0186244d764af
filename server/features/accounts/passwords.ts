import { createHmac, randomBytes } from 'node:crypto'
import bcrypt from 'bcrypt'
import { unavailable } from '../../http/errors'

export interface Passwords {
  /** Throws 503 when too many are waiting. */
  hash(password: string): Promise<string>
  /** With null, for an unknown account, it takes as long and says no. Throws 503 likewise. */
  verify(password: string, hash: string | null): Promise<boolean>
}

// bcrypt runs on libuv's four threads, which file I/O needs too.
const hashesAtOnce = 2
const maxWaiting = 40

/**
 * bcrypt over a keyed digest: plain bcrypt ignores everything after byte 72, and the pepper makes a
 * stolen table useless by itself.
 */
export function createPasswords(options: { pepper: string; cost: number }): Passwords {
  const { pepper, cost } = options
  const digest = (password: string) =>
    createHmac('sha384', pepper).update(password, 'utf8').digest('base64')
  const inTurn = createQueue()
  // Hashed once, so that an unknown e-mail costs as much as a known one.
  const nobodysHash = bcrypt.hash(digest(randomBytes(32).toString('hex')), cost)

  return {
    hash: (password) => inTurn(() => bcrypt.hash(digest(password), cost)),
    verify: (password, hash) =>
      inTurn(async () => {
        const matches = await bcrypt.compare(digest(password), hash ?? (await nobodysHash))
        return matches && hash !== null
      }),
  }
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
