import type { Statement } from './referral-desk'
import type { StatementKind } from './rewards'

export const statementKindWords: Record<StatementKind, string> = {
  reward: 'Approved referral',
  reversal: 'Approval reversed',
  tier: 'Tier adjustment',
  adjustment: 'Adjustment',
  payout: 'Payout',
  paid: 'Payout completed after all',
  'payout-failed': 'Payout returned',
}

/** As the page and the printed statement say it. */
export const describeLine = ({ kind, name, note }: Statement['lines'][number]): string =>
  [statementKindWords[kind], name, note].filter(Boolean).join(', ')
