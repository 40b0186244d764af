import type { Statement } from '@shared/referral-desk'
import type { StatementKind } from '@shared/rewards'
import type { CsvColumns } from '../../../http/csv'

type Line = Statement['lines'][number]

const kindWords: Record<StatementKind, string> = {
  reward: 'Approved referral',
  reversal: 'Approval reversed',
  tier: 'Tier adjustment',
  adjustment: 'Adjustment',
  payout: 'Payout',
  paid: 'Payout completed after all',
  'payout-failed': 'Payout returned',
}

export const describeLine = ({ kind, name, note }: Line): string =>
  [kindWords[kind], name, note].filter(Boolean).join(', ')

/** Dollars with two decimals, as spreadsheets add them up. */
const dollars = (cents: number) => cents / 100

export const statementColumns: CsvColumns<Line> = {
  'Date (UTC)': ({ at }) => new Date(at),
  What: ({ kind }) => kindWords[kind],
  Referral: ({ name }) => name,
  Note: ({ note }) => note,
  'Amount (USD)': ({ cents }) => dollars(cents),
}
