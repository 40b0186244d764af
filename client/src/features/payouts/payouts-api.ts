import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PaymentMethod } from '@shared/payment-methods'
import type {
  PaidFile,
  PayoutApproval,
  PayoutCorrection,
  PayoutLine,
  PayoutRun,
  PayoutRunDetails,
  PayoutSettings,
  PayoutSettlement,
  PayoutState,
} from '@shared/payouts'
import { request, send } from '@/lib/http'
import { withQuery } from '@/lib/paths'
import { withReauthentication } from '@/lib/reauthentication'

const runsPath = '/api/admin/payout-runs'
const settingsPath = '/api/admin/payout-settings'

const pathQuery = <T>(path: string) =>
  queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => request<T>(path, { signal }),
    staleTime: 0,
  })

export const payoutRunsQuery = pathQuery<PayoutRun[]>(runsPath)
export const payoutSettingsQuery = pathQuery<PayoutSettings>(settingsPath)

/** A run with some of its lines: those of a state, after a line. */
export const payoutRunQuery = (id: number, lines: { state: PayoutState; cursor?: number }) =>
  pathQuery<PayoutRunDetails>(
    withQuery(`${runsPath}/${id}`, {
      state: lines.state,
      cursor: lines.cursor ? String(lines.cursor) : undefined,
    }),
  )

/** Money moved: every page that sums it up is out of date. */
function useMoneyMutation<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    // After a refusal too: someone else was there first.
    onSettled: () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin/'),
      }),
  })
}

export const usePreparePayoutRun = () =>
  useMoneyMutation(() => request<PayoutRunDetails>(runsPath, { method: 'POST' }))

export const useApprovePayoutRun = () =>
  useMoneyMutation(({ id, confirmed }: { id: number; confirmed: PayoutApproval }) =>
    withReauthentication(() =>
      request<PayoutRunDetails>(`${runsPath}/${id}/approve`, { method: 'POST', body: confirmed }),
    ),
  )

export const useSettlePayout = () =>
  useMoneyMutation(({ id, ...settlement }: PayoutSettlement & { id: number }) =>
    withReauthentication(() =>
      request<PayoutLine>(`/api/admin/payouts/${id}`, { method: 'PATCH', body: settlement }),
    ),
  )

export const useCorrectPayout = () =>
  useMoneyMutation(({ id, ...correction }: PayoutCorrection & { id: number }) =>
    withReauthentication(() =>
      request<PayoutLine>(`/api/admin/payouts/${id}/correct`, { method: 'POST', body: correction }),
    ),
  )

export const useMarkFilePaid = () =>
  useMoneyMutation(
    ({ runId, method, ...body }: PaidFile & { runId: number; method: PaymentMethod }) =>
      withReauthentication(() =>
        request<PayoutRunDetails>(`${runsPath}/${runId}/files/${method}/paid`, {
          method: 'POST',
          body,
        }),
      ),
  )

export const useSavePayoutSettings = () =>
  useMoneyMutation((settings: PayoutSettings) =>
    withReauthentication(() =>
      request<PayoutSettings>(settingsPath, { method: 'PUT', body: settings }),
    ),
  )

/** Saves what a bank or PayPal takes, a file or an archive of several, once password and code are right. */
export const useDownloadPayments = () =>
  useMoneyMutation(async ({ run, method }: { run: PayoutRun; method: PaymentMethod }) => {
    const response = await withReauthentication(() => send(`${runsPath}/${run.id}/files/${method}`))
    const ending = response.headers.get('Content-Type') === 'application/zip' ? 'zip' : 'csv'
    saveFile(await response.blob(), `payouts-${run.period}-${method}.${ending}`)
  })

function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
