import { nameAccount, paymentMethodNames } from '@shared/payment-methods'
import { paymentMethod } from '@shared/payment-settings'
import type { ListedStatement, Statement } from '@shared/referral-desk'
import { statementKindWords } from '@shared/statement-lines'
import type { StatementLine } from '../../rewards/queries'
import type { CsvColumns } from '../../../http/send-csv'

type Line = Statement['lines'][number]

/** Dollars with two decimals, as spreadsheets add them up. */
const dollars = (cents: number) => cents / 100

export const statementColumns: CsvColumns<Line> = {
  'Date (UTC)': ({ at }) => new Date(at),
  What: ({ kind }) => statementKindWords[kind],
  Referral: ({ name }) => name,
  Note: ({ note }) => note,
  'Amount (USD)': ({ cents }) => dollars(cents),
}

export const presentStatement = (
  month: ListedStatement,
  lines: readonly StatementLine[],
  names: ReadonlyMap<number, string>,
): Statement => ({
  ...month,
  lines: lines.map(({ at, kind, cents, referredPersonId, reason, payout }) => ({
    at: at.toISOString(),
    kind,
    cents,
    name: referredPersonId === null ? null : (names.get(referredPersonId) ?? null),
    note: payout ? describePayout(payout) : reason,
  })),
})

function describePayout(payout: NonNullable<StatementLine['payout']>): string | null {
  const { method, lastFour, reference } = payout
  const known = paymentMethod.safeParse(method)
  const said = [
    known.success && `by ${paymentMethodNames[known.data]}`,
    lastFour && nameAccount(lastFour),
    reference && `reference ${reference}`,
  ]
  return said.filter(Boolean).join(', ') || null
}
