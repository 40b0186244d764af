import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import bcrypt from 'bcrypt'
import { adminPasswordMinLength, passwordTooCommon } from '@shared/accounts'
import type { PasswordOwner } from '@shared/password-verdict'
import { normalizePassword } from '@shared/text'
import type { Caller } from '../../http/client-address'
import { createFairQueue, scaleLimit } from '../../http/fair-queue'
import { createWorkerThreads } from '../../worker-threads'
import type { HashingTask } from './hashing-thread'

interface Hashing {
  /** The caller who waits; null: it is the portal's own work. */
  caller: Caller | null
  /** Throws when hashing would be useless by now; called when the turn comes. */
  checkAgain?: () => Promise<unknown>
}

export interface Passwords {
  /** Runs in a fair queue, and throws what that throws. */
  hash(password: string, hashing?: Hashing): Promise<string>
  /** With null, for an unknown account, it takes as long and says no. */
  verify(password: string, hash: string | null, caller?: Caller): Promise<boolean>
  /** Throws the 429 or 503 that a caller would get for a password now, before anything else is done. */
  checkRoom(caller: Caller): void
  /** Whether it was made with the pepper and the cost of today. */
  isCurrent(hash: string): boolean
  countWaiting(): number
}

const maxThreads = 2

/** One pool for the process. */
const threads = createWorkerThreads<HashingTask, string | boolean>(
  join(import.meta.dirname, 'hashing-thread.ts'),
  maxThreads,
)

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
      queue.run(keyed(hashing?.caller), async () => {
        await hashing?.checkAgain?.()
        return `${currentId}${await threads.run({ password: digest(current, password), cost })}`
      }),
    verify: (password, hash, caller) =>
      queue.run(keyed(caller), async () => {
        const { id, bcryptHash } = split(hash ?? nobodysHash)
        const pepper = id === '' ? oldest : byId.get(id)
        // A hash of a removed pepper is treated like an unknown account, and takes as long.
        const made = pepper ? bcryptHash : nobodysHash
        const task = { password: digest(pepper ?? current, password), hash: made }
        const matches = (await threads.run(task)) === true
        return matches && hash !== null && pepper !== undefined
      }),
    checkRoom: ({ address }) => queue.checkRoom(address),
    countWaiting: queue.countWaiting,
    isCurrent(hash) {
      const { id, bcryptHash } = split(hash)
      return id === currentId && bcrypt.getRounds(bcryptHash) === cost
    },
  }
}

/**
 * Hashing a password takes a core for a quarter of a second, and anyone may ask for it. Turns depend on the address,
 * never on the account: a queue that knew accounts would tell who has one.
 */
const createHashingQueue = (limitFactor: number) =>
  createFairQueue({
    name: 'passwordsAtOnce',
    retryAfterSeconds: 5,
    slots: maxThreads,
    reservedSlots: 1,
    waitingPerKey: scaleLimit(10, limitFactor),
    waiting: 40,
    quota: scaleLimit(10, limitFactor),
  })

const keyed = (caller: Caller | null | undefined) =>
  caller ? { key: caller.address, hungUp: caller.hungUp } : null

const digest = (pepper: string, password: string) =>
  createHmac('sha384', pepper).update(normalizePassword(password), 'utf8').digest('base64')

/** Names a pepper in stored hashes without revealing it. */
export const pepperId = (pepper: string) =>
  createHmac('sha256', pepper).update('the id of this pepper').digest('hex').slice(0, 8)

function split(hash: string): { id: string; bcryptHash: string } {
  const at = hash.indexOf('$')
  return { id: hash.slice(0, at), bcryptHash: hash.slice(at) }
}

const tooShortForAdmin = `The administrator's password must be at least ${adminPasswordMinLength} characters.`

/** Why someone must not choose this password; null when they may. Takes milliseconds, up to about 20. */
export async function findPasswordFlaw(
  password: string,
  owner: PasswordOwner & { isAdmin: 0 | 1 },
): Promise<string | null> {
  if (owner.isAdmin && password.length < adminPasswordMinLength) return tooShortForAdmin
  // Its dictionaries take a while to unpack: not before someone chooses a password.
  const { isCommonPassword } = await import('@shared/password-verdict')
  return isCommonPassword(password, owner) ? passwordTooCommon : null
}
