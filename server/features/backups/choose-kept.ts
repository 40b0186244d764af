const dayMs = 24 * 60 * 60 * 1000

export interface KeepRule {
  daily: number
  weekly: number
}

/**
 * Which backups stay: the newest of each of the last days, and of each of the last weeks (from Monday, UTC), that
 * have one. The newest of all always stays. Takes names in any order.
 */
export function chooseKept(names: readonly string[], { daily, weekly }: KeepRule): Set<string> {
  const newestFirst = names.toSorted().toReversed()
  const kept = new Set(newestFirst.slice(0, 1))
  for (const [most, periodOf] of [
    [daily, dayOf],
    [weekly, weekOf],
  ] as const) {
    const periods = new Set<number>()
    for (const name of newestFirst) {
      const period = periodOf(name)
      if (periods.has(period) || periods.size === most) continue
      periods.add(period)
      kept.add(name)
    }
  }
  return kept
}

const dayOf = (name: string) => Date.parse(name.slice(0, 10)) / dayMs
/** The first day of all was a Thursday. */
const weekOf = (name: string) => Math.floor((dayOf(name) + 3) / 7)
