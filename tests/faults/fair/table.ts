import { errands, type Errand, type Felt } from './felt'

/** How much longer than on a quiet portal someone may wait. */
interface Bearable {
  /** The share of the answers that is judged by its slowest: 0.5 for the median. */
  share: number
  times: number
  /** A smaller difference is unfelt, or made by other programs on the machine. */
  unfeltMs: number
}

const bearableAlone: Bearable = { share: 0.95, times: 3, unfeltMs: 50 }

export interface Round {
  attack: string
  felt: Felt
}

const at = (times: readonly number[], share: number) => {
  const sorted = times.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const shown = (times: readonly number[]) =>
  times.length > 0 ? `${at(times, 0.5).toFixed(0)} / ${at(times, 0.95).toFixed(0)}` : 'none'

const row = (name: string, cells: string[]) =>
  name.padEnd(26) + cells.map((cell) => cell.padStart(15)).join('')

/** A row for each attack: median and 95th percentile in milliseconds, and how many were refused. */
export function describeRounds(quiet: Felt, rounds: readonly Round[]): string[] {
  const rowOf = (name: string, { times, refused }: Felt) =>
    row(name, [...errands.map((errand) => shown(times[errand])), String(refused.length)])
  return [
    row('p50 / p95, ms', [...errands, 'refused']),
    rowOf('quiet', quiet),
    ...rounds.map(({ attack, felt }) => rowOf(attack, felt)),
  ]
}

/** What was felt of an attack and must not be. */
export function findUnfair(
  quiet: Felt,
  { attack, felt }: Round,
  { share, times, unfeltMs } = bearableAlone,
): string[] {
  const slow = errands.flatMap((errand: Errand) => {
    const [before, during] = [at(quiet.times[errand], share), at(felt.times[errand], share)]
    if (!(during > times * before && during > before + unfeltMs)) return []
    return [`${attack}: ${errand} takes ${(during / before).toFixed(1)} times as long`]
  })
  const counts = new Map<string, number>()
  for (const refusal of felt.refused) counts.set(refusal, (counts.get(refusal) ?? 0) + 1)
  return [...slow, ...[...counts].map(([refusal, count]) => `${attack}: ${count} × ${refusal}`)]
}
