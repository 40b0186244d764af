import { hungUp, tooManyRequests, unavailable } from '../../errors'
import type { Caller } from '../../http/caller'
import { getNetwork } from '../../http/client-address'

const atOnce = 2
const maxWaiting = 40
const maxWaitingPerAddress = 10

/** Of a calm address in the last minutes; a whole network may ask for four times as much. */
const calmTurns = 10
const calmAddresses = 4
const calmMs = 5 * 60_000

const portalItself = 'the portal itself'

/** Somebody who waits for their turn. */
interface Place {
  begin(): void
  refuse(error: Error): void
}

/**
 * Does work when its turn has come, or not at all when the caller has hung up by then. Throws 429 when
 * too many calls of the address wait, 503 when too many do in all. Without a caller it is the portal's
 * own work.
 */
type HashingQueue = <Result>(caller: Caller | null, work: () => Promise<Result>) => Promise<Result>

/**
 * Hashing a password takes a core for a quarter of a second, and anybody may ask for it. So two are
 * hashed at once, and whose turn it is depends on the address that asks, never on the account:
 *
 * 1. Addresses take turns. Within one it is first come, first served, and at most ten wait.
 * 2. An address that had ten turns in the last five minutes, or whose network (an IPv4 /24, an IPv6
 *    /48) had forty, is busy. One of the two at once is kept for calm addresses, so that an attack
 *    from some addresses leaves everybody else a core.
 * 3. When forty wait, the busiest gives up a place for whoever is calmer.
 *
 * An attack from hundreds of networks at once can still make people wait for the forty before them.
 * `factor` multiplies what one address may do.
 */
export function createHashingQueue(factor: number): HashingQueue {
  /** By address, in the order of their turns. */
  const waiting = new Map<string, Place[]>()
  const turns = countRecentTurns()
  let waitingInAll = 0
  let running = 0
  let runningForBusy = 0

  const isCalm = (address: string) =>
    address === portalItself ||
    (turns.of(address) < calmTurns * factor &&
      turns.of(getNetwork(address)) < calmTurns * calmAddresses * factor)

  /** The heavier, the sooner it gives up a place. */
  const weightOf = (address: string) =>
    (waiting.get(address)?.length ?? 0) + (isCalm(address) ? 0 : maxWaiting)

  function enter(address: string, place: Place): void {
    if (waitingInAll >= maxWaiting) makeRoomFor(address)
    const places = waiting.get(address)
    if (places) places.push(place)
    else waiting.set(address, [place])
    waitingInAll += 1
  }

  function makeRoomFor(address: string): void {
    const [heaviest] = [...waiting.keys()].toSorted((one, other) => weightOf(other) - weightOf(one))
    const last = heaviest === undefined ? undefined : waiting.get(heaviest)?.at(-1)
    if (heaviest === undefined || !last || weightOf(heaviest) <= weightOf(address) + 1) {
      throw unavailable()
    }
    leave(heaviest, last)
    last.refuse(unavailable())
  }

  function leave(address: string, place: Place): void {
    const others = waiting.get(address)?.filter((other) => other !== place) ?? []
    if (others.length > 0) waiting.set(address, others)
    else waiting.delete(address)
    waitingInAll -= 1
  }

  function beginNext(): void {
    if (running >= atOnce) return
    const addresses = [...waiting.keys()]
    const address = runningForBusy < atOnce - 1 ? addresses[0] : addresses.find(isCalm)
    if (address === undefined) return
    const [place, ...others] = waiting.get(address) ?? []
    // Its next turn comes after everybody else's.
    waiting.delete(address)
    if (others.length > 0) waiting.set(address, others)
    waitingInAll -= 1
    place?.begin()
  }

  async function run<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    const isBusy = !isCalm(address)
    turns.add(address)
    running += 1
    if (isBusy) runningForBusy += 1
    try {
      return await work()
    } finally {
      running -= 1
      if (isBusy) runningForBusy -= 1
      beginNext()
    }
  }

  return (caller, work) =>
    new Promise((resolve, reject) => {
      const address = caller?.address ?? portalItself
      const giveUp = () => {
        leave(address, place)
        reject(hungUp())
      }
      const settle = () => caller?.hungUp.removeEventListener('abort', giveUp)
      const place: Place = {
        begin() {
          settle()
          run(address, work).then(resolve, reject)
        },
        refuse(error) {
          settle()
          reject(error)
        },
      }
      if (caller?.hungUp.aborted) throw hungUp()
      const ofAddress = waiting.get(address)?.length ?? 0
      if (caller && ofAddress >= maxWaitingPerAddress * factor) {
        throw tooManyRequests(5, 'passwordsAtOnce')
      }
      enter(address, place)
      caller?.hungUp.addEventListener('abort', giveUp, { once: true })
      beginNext()
    })
}

/** How many turns an address, and its network, had in the last minutes. None is ever given back. */
function countRecentTurns() {
  const counts = new Map<string, number>()
  const begun: { key: string; at: number }[] = []

  function change(key: string, by: 1 | -1): void {
    const count = (counts.get(key) ?? 0) + by
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }

  function forgetOld(): void {
    const before = performance.now() - calmMs
    const kept = begun.findIndex(({ at }) => at >= before)
    for (const { key } of begun.splice(0, kept < 0 ? begun.length : kept)) change(key, -1)
  }

  return {
    add(address: string): void {
      forgetOld()
      for (const key of [address, getNetwork(address)]) {
        change(key, 1)
        begun.push({ key, at: performance.now() })
      }
    },
    of(key: string): number {
      forgetOld()
      return counts.get(key) ?? 0
    },
  }
}
