import { hungUp, tooManyRequests, unavailable } from '../../errors'
import type { Caller } from '../../http/caller'
import { getNetwork } from '../../http/client-address'
import { countRecentCalls } from '../../http/recent-calls'

const maxWaiting = 40
const maxWaitingPerAddress = 10
const calmTurns = 10

const portalItself = 'the portal itself'

/** Someone who waits for their turn. */
interface Place {
  begin(lane: Lane): void
  refuse(error: Error): void
}

/** Where a password is hashed; one at a time in each. */
interface Lane {
  isFree: boolean
  /** Whose turn it is of those who wait. */
  choose: () => string | undefined
}

interface HashingQueue {
  /**
   * Does work when its turn has come, or not at all when the caller has hung up by then. Throws 429 when
   * too many calls of the address wait, 503 when too many do in all. Without a caller it is the portal's
   * own work.
   */
  run<Result>(caller: Caller | null, work: () => Promise<Result>): Promise<Result>
  /** Throws the 429 or 503 before anything else is done for a call that would get it now. */
  checkRoom(caller: Caller): void
  countWaiting(): number
}

/**
 * Hashing a password takes a core for a quarter of a second, and anyone may ask for it. So two are
 * hashed at once, and whose turn it is depends on the address that asks, never on the account:
 *
 * 1. In the first lane addresses take turns. At most ten calls of one wait, first come, first served.
 * 2. The second lane is for calm addresses: those that had fewer than ten turns in the last five
 *    minutes, and whose network (an IPv4 /24, an IPv6 /48) had fewer than forty. Whose network had the
 *    fewest is next. So an attack from some networks leaves everyone else a core, and no wait.
 * 3. When forty wait, the busiest network gives up a place for whoever is calmer.
 *
 * An attack from hundreds of networks at once can still make people wait for the forty before them.
 * `factor` multiplies what one address may do.
 */
export function createHashingQueue(factor: number): HashingQueue {
  /** By address, in the order of their turns. */
  const waiting = new Map<string, Place[]>()
  const turns = countRecentCalls(calmTurns * factor)
  let waitingInAll = 0
  const inTurn: Lane = { isFree: true, choose: () => [...waiting.keys()][0] }
  const forCalm: Lane = {
    isFree: true,
    choose: () =>
      [...waiting.keys()]
        .filter(isCalm)
        .toSorted((one, other) => turns.countOfNetwork(one) - turns.countOfNetwork(other))[0],
  }

  const isCalm = (address: string) => address === portalItself || turns.isCalm(address)

  function checkRoom({ address }: Caller): void {
    checkAddress(address)
    if (isFull() && findHeavier(address) === undefined) throw unavailable()
  }

  function checkAddress(address: string): void {
    if ((waiting.get(address)?.length ?? 0) >= maxWaitingPerAddress * factor) {
      throw tooManyRequests(5, 'passwordsAtOnce')
    }
  }

  const isFull = () => waitingInAll >= maxWaiting

  function enter(address: string, place: Place): void {
    if (isFull()) makeRoomFor(address)
    const places = waiting.get(address)
    if (places) places.push(place)
    else waiting.set(address, [place])
    waitingInAll += 1
  }

  function makeRoomFor(address: string): void {
    const heavier = findHeavier(address)
    const last = heavier === undefined ? undefined : waiting.get(heavier)?.at(-1)
    if (heavier === undefined || !last) throw unavailable()
    leave(heavier, last)
    last.refuse(unavailable())
  }

  /**
   * The heaviest address that waits, if it is heavier than the newcomer would be once added. An address weighs
   * as much as its whole network has waiting; any busy address outweighs any calm one. Asked for every call of
   * an attack, so addresses are not compared with each other one by one.
   */
  function findHeavier(newcomer: string): string | undefined {
    const waitingOf = new Map<string, number>()
    for (const [address, places] of waiting) {
      const network = getNetwork(address)
      waitingOf.set(network, (waitingOf.get(network) ?? 0) + places.length)
    }
    const weigh = (address: string) =>
      (waitingOf.get(getNetwork(address)) ?? 0) + (isCalm(address) ? 0 : maxWaiting)

    let heaviest: string | undefined
    let weight = weigh(newcomer) + 1
    for (const address of waiting.keys()) {
      const other = weigh(address)
      if (other <= weight) continue
      heaviest = address
      weight = other
    }
    return heaviest
  }

  function leave(address: string, place: Place): void {
    const others = waiting.get(address)?.filter((other) => other !== place) ?? []
    if (others.length > 0) waiting.set(address, others)
    else waiting.delete(address)
    waitingInAll -= 1
  }

  function beginNext(lane: Lane): void {
    const address = lane.isFree ? lane.choose() : undefined
    if (address === undefined) return
    const [place, ...others] = waiting.get(address) ?? []
    // Its next turn comes after everyone else's.
    waiting.delete(address)
    if (others.length > 0) waiting.set(address, others)
    waitingInAll -= 1
    place?.begin(lane)
  }

  /** The calm lane first: busy addresses can use only the other. */
  function beginAll(): void {
    beginNext(forCalm)
    beginNext(inTurn)
  }

  async function work<Result>(lane: Lane, address: string, task: () => Promise<Result>) {
    turns.add(address)
    lane.isFree = false
    try {
      return await task()
    } finally {
      lane.isFree = true
      beginAll()
    }
  }

  return {
    checkRoom,
    countWaiting: () => waitingInAll,
    run: (caller, task) =>
      new Promise((resolve, reject) => {
        const address = caller?.address ?? portalItself
        const giveUp = () => {
          leave(address, place)
          reject(hungUp())
        }
        const stopListening = () => caller?.hungUp.removeEventListener('abort', giveUp)
        const place: Place = {
          begin(lane) {
            stopListening()
            work(lane, address, task).then(resolve, reject)
          },
          refuse(error) {
            stopListening()
            reject(error)
          },
        }
        if (caller?.hungUp.aborted) throw hungUp()
        if (caller) checkAddress(address)
        enter(address, place)
        caller?.hungUp.addEventListener('abort', giveUp, { once: true })
        beginAll()
      }),
  }
}
