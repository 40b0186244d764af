import type { PayoutRun, PayoutRunDetails, PayoutSettings, PayoutState } from '@shared/payouts'
import { withQuery } from '@/lib/paths'
import { pathQuery } from '@/lib/query-client'

export const payoutRunsPath = '/api/admin/payout-runs'
export const payoutSettingsPath = '/api/admin/payout-settings'

export const payoutRunsQuery = pathQuery<PayoutRun[]>(payoutRunsPath, { fresh: true })
export const payoutSettingsQuery = pathQuery<PayoutSettings>(payoutSettingsPath, { fresh: true })

/** A run with some of its lines: those of a state, after a line. */
export const payoutRunQuery = (id: number, lines: { state: PayoutState; cursor?: number }) =>
  pathQuery<PayoutRunDetails>(
    withQuery(`${payoutRunsPath}/${id}`, {
      state: lines.state,
      cursor: lines.cursor ? String(lines.cursor) : undefined,
    }),
    { fresh: true },
  )
