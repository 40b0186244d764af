import { payoutRestDays } from '@shared/payment-methods'
import type { PaymentSettingsState } from '@shared/payment-settings'
import {
  linesPerPage,
  type PayoutLine,
  type PayoutRun,
  type PayoutRunDetails,
  type PayoutSettings,
} from '@shared/payouts'
import type { FileTotal, LineRow, MadeFile, PaymentSettingsRow, RunRow } from './queries'

export const presentRun = (run: RunRow): PayoutRun => ({
  id: run.id,
  period: run.period,
  firstDay: run.firstDay,
  lastDay: run.lastDay,
  state: run.state,
  createdAt: run.createdAt.toISOString(),
  approvedAt: run.approvedAt?.toISOString() ?? null,
  totals: run.totals.map(({ state, count, cents }) => ({ state, count, cents })),
})

export function presentRunDetails(
  run: RunRow,
  of: {
    files: readonly FileTotal[]
    madeFiles: readonly MadeFile[]
    lines: readonly LineRow[]
    settings: PayoutSettings
  },
): PayoutRunDetails {
  const { files, madeFiles, lines, settings } = of
  const shown = lines.slice(0, linesPerPage)
  return {
    ...presentRun(run),
    files: files.flatMap(({ method, count, cents }) => (method ? [{ method, count, cents }] : [])),
    madeFiles: madeFiles.map(({ madeAt, ...file }) => ({ ...file, madeAt: madeAt.toISOString() })),
    lines: shown.map((line) => presentLine(line, settings)),
    nextCursor: lines.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  }
}

export function presentLine(line: LineRow, { reportingCents }: PayoutSettings): PayoutLine {
  // Until then it is no part of what was paid in the year.
  const isPaid = line.state === 'paid'
  const isToCome = line.state === 'ready' || line.state === 'paying'
  const counted = line.yearCents + (isToCome ? line.cents : 0)
  return {
    id: line.id,
    payeeId: line.payeeId,
    name: line.name,
    cents: line.cents,
    state: line.state,
    reason: line.reason,
    method: line.method,
    lastFour: line.lastFour,
    reference: line.reference,
    settledAt: line.settledAt?.toISOString() ?? null,
    yearCents: line.yearCents,
    mustBeReported: (isPaid || isToCome) && counted >= reportingCents,
  }
}

export function presentPaymentSettings(row: PaymentSettingsRow | null): PaymentSettingsState {
  if (!row) return { settings: null }
  const { method, lastFour, changedAt } = row
  const restsUntil = new Date(changedAt.getTime() + payoutRestDays * 86_400_000)
  return {
    settings: {
      method,
      lastFour,
      changedAt: changedAt.toISOString(),
      restsUntil: restsUntil.getTime() > Date.now() ? restsUntil.toISOString() : null,
    },
  }
}
