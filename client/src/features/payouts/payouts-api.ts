import type { PaymentMethod } from '@shared/payment-methods'
import type { PayoutRun, PayoutRunDetails, PayoutSettings, PayoutState } from '@shared/payouts'
import { send } from '@/lib/http'
import { pathQuery } from '@/lib/query-client'
import { withQuery } from '@/lib/paths'
import { saveFile } from '@/lib/save-file'
import { everyAdminPage, useSend } from '@/lib/use-send'

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

/** Saves what a bank or PayPal takes, a file or an archive of several, once password and code are right. */
export const useDownloadPayments = () =>
  useSend(
    async ({ run, method }: { run: PayoutRun; method: PaymentMethod }) => {
      const response = await send(`${payoutRunsPath}/${run.id}/files/${method}`)
      const ending = response.headers.get('Content-Type') === 'application/zip' ? 'zip' : 'csv'
      saveFile(await response.blob(), `payouts-${run.period}-${method}.${ending}`)
    },
    { refreshes: everyAdminPage },
  )
