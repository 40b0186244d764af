import type { PaymentMethod } from '@shared/payment-methods'
import type {
  PaidFile,
  PayoutApproval,
  PayoutCorrection,
  PayoutRun,
  PayoutRunDetails,
  PayoutSettings,
  PayoutSettlement,
  PayoutState,
} from '@shared/payouts'
import { request, send } from '@/lib/http'
import { pathQuery } from '@/lib/query-client'
import { withQuery } from '@/lib/paths'
import { useMoneyMutation } from '@/lib/use-money-mutation'
import { saveFile } from '@/lib/save-file'

const runsPath = '/api/admin/payout-runs'
const settingsPath = '/api/admin/payout-settings'

export const payoutRunsQuery = pathQuery<PayoutRun[]>(runsPath, { fresh: true })
export const payoutSettingsQuery = pathQuery<PayoutSettings>(settingsPath, { fresh: true })

/** A run with some of its lines: those of a state, after a line. */
export const payoutRunQuery = (id: number, lines: { state: PayoutState; cursor?: number }) =>
  pathQuery<PayoutRunDetails>(
    withQuery(`${runsPath}/${id}`, {
      state: lines.state,
      cursor: lines.cursor ? String(lines.cursor) : undefined,
    }),
    { fresh: true },
  )

export const usePreparePayoutRun = () =>
  useMoneyMutation(() => request<PayoutRunDetails>(runsPath, { method: 'POST' }))

export const useApprovePayoutRun = () =>
  useMoneyMutation(({ id, confirmed }: { id: number; confirmed: PayoutApproval }) =>
    request<PayoutRunDetails>(`${runsPath}/${id}/approve`, { method: 'POST', body: confirmed }),
  )

/** The outcome of one payout, said for the first time or corrected, or of all in a payment file. */
type PayoutMark =
  | { payoutId: number; settlement: PayoutSettlement }
  | { payoutId: number; correction: PayoutCorrection }
  | { runId: number; method: PaymentMethod; paid: PaidFile }

export const useMarkPayouts = () => useMoneyMutation((mark: PayoutMark) => sendMark(mark))

function sendMark(mark: PayoutMark): Promise<unknown> {
  if ('paid' in mark) {
    const path = `${runsPath}/${mark.runId}/files/${mark.method}/paid`
    return request(path, { method: 'POST', body: mark.paid })
  }
  const path = `/api/admin/payouts/${mark.payoutId}`
  return 'settlement' in mark
    ? request(path, { method: 'PATCH', body: mark.settlement })
    : request(`${path}/correct`, { method: 'POST', body: mark.correction })
}

export const useSavePayoutSettings = () =>
  useMoneyMutation((settings: PayoutSettings) =>
    request<PayoutSettings>(settingsPath, { method: 'PUT', body: settings }),
  )

/** Saves what a bank or PayPal takes, a file or an archive of several, once password and code are right. */
export const useDownloadPayments = () =>
  useMoneyMutation(async ({ run, method }: { run: PayoutRun; method: PaymentMethod }) => {
    const response = await send(`${runsPath}/${run.id}/files/${method}`)
    const ending = response.headers.get('Content-Type') === 'application/zip' ? 'zip' : 'csv'
    saveFile(await response.blob(), `payouts-${run.period}-${method}.${ending}`)
  })
