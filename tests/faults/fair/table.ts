import { errands, type Errand, type Felt } from './felt'

/** How many times as long as on a quiet portal someone may wait for one answer in twenty. */
const mostTimes = 3
/** A difference that no one feels, and that other programs on the machine make as well. */
const unfeltMs = 50

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
export function findUnfair(quiet: Felt, { attack, felt }: Round): string[] {
  const slow = errands.flatMap((errand: Errand) => {
    const [before, during] = [at(quiet.times[errand], 0.95), at(felt.times[errand], 0.95)]
    if (!(during > mostTimes * before && during > before + unfeltMs)) return []
    return [`${attack}: ${errand} takes ${(during / before).toFixed(1)} times as long`]
  })
  const counts = new Map<string, number>()
  for (const refusal of felt.refused) counts.set(refusal, (counts.get(refusal) ?? 0) + 1)
  return [...slow, ...[...counts].map(([refusal, count]) => `${attack}: ${count} × ${refusal}`)]
}
