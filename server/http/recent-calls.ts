import { getNetwork } from './client-address'

/** A network that holds several addresses may ask for so many times as much as one of them. */
const addressesPerNetwork = 4
const recentMs = 5 * 60_000

/** Who asks for something all the time, and who does not. */
export interface RecentCalls {
  add(address: string): void
  /** How many there were of the address's network (an IPv4 /24, an IPv6 /48) in the last five minutes. */
  countOfNetwork(address: string): number
  /** Neither the address nor its network has asked often in the last five minutes. */
  isCalm(address: string): boolean
}

/** Counts calls, of which none is ever given back. `calmCalls` makes an address calm no more. */
export function countRecentCalls(calmCalls: number): RecentCalls {
  const counts = new Map<string, number>()
  const calls: { key: string; at: number }[] = []

  function change(key: string, by: 1 | -1): void {
    const changed = (counts.get(key) ?? 0) + by
    if (changed > 0) counts.set(key, changed)
    else counts.delete(key)
  }

  function count(key: string): number {
    const before = performance.now() - recentMs
    const kept = calls.findIndex(({ at }) => at >= before)
    for (const old of calls.splice(0, kept < 0 ? calls.length : kept)) change(old.key, -1)
    return counts.get(key) ?? 0
  }

  return {
    add(address) {
      for (const key of [address, getNetwork(address)]) {
        change(key, 1)
        calls.push({ key, at: performance.now() })
      }
    },
    countOfNetwork: (address) => count(getNetwork(address)),
    isCalm: (address) =>
      count(address) < calmCalls && count(getNetwork(address)) < calmCalls * addressesPerNetwork,
  }
}
