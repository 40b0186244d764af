import type { RewardPolicy } from '@shared/rewards'
import { pickRates, type PolicyRow } from './policy-queries'

/** All of them, with the one that holds at this moment marked. */
export function presentPolicies(rows: readonly PolicyRow[], now = new Date()): RewardPolicy[] {
  const inForce = rows.find(({ holdsFrom }) => holdsFrom <= now)
  return rows.map((row) => presentPolicy(row, row.id === inForce?.id))
}

const presentPolicy = (row: PolicyRow, isInForce: boolean): RewardPolicy => ({
  id: row.id,
  ...pickRates(row),
  holdsFrom: row.holdsFrom.toISOString(),
  createdAt: row.createdAt.toISOString(),
  isInForce,
})
