import { useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  ConfirmSecondFactorRequest,
  RecoveryCodes,
  SecondFactorSetup,
  SecondFactorState,
} from '@shared/accounts'
import type { Confirmation } from '@shared/errors'
import { request } from '@/lib/http'
import { sessionsQuery } from './account-api'
import { pathQuery } from '@/lib/query-client'

const path = '/api/second-factor'

/** Another tab may have turned it on or off. */
export const secondFactorQuery = pathQuery<SecondFactorState>(path, { fresh: true })

const confirmed = <Answer>(call: string) => request<Answer>(call, { method: 'POST', body: {} })

export function useBeginSecondFactor() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: () => confirmed<SecondFactorSetup>(path),
    // A refusal may mean that another tab was faster; likewise below.
    onError: () => void refresh(),
    // The secret is needed until it is confirmed, and kept no longer than the form.
    gcTime: 0,
  })
}

/** `onCodes` gets the recovery codes immediately: they are answered only this time. */
export function useConfirmSecondFactor(onCodes: (recoveryCodes: string[]) => void) {
  const queryClient = useQueryClient()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: ConfirmSecondFactorRequest) =>
      request<RecoveryCodes>(`${path}/confirm`, { method: 'POST', body }),
    onSuccess: ({ recoveryCodes }) => {
      onCodes(recoveryCodes)
      queryClient.setQueryData(
        secondFactorQuery.queryKey,
        (state) => state && { ...state, isOn: true, recoveryCodesLeft: recoveryCodes.length },
      )
      void refresh()
    },
    onError: () => void refresh(),
    gcTime: 0,
  })
}

/** `onCodes` likewise. */
export function useReplaceRecoveryCodes(onCodes: (recoveryCodes: string[]) => void) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: () => confirmed<RecoveryCodes>(`${path}/recovery-codes`),
    onSuccess: ({ recoveryCodes }) => {
      onCodes(recoveryCodes)
      void refresh()
    },
    onError: () => void refresh(),
    gcTime: 0,
  })
}

export function useRemoveSecondFactor() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: () => confirmed<Confirmation>(`${path}/remove`),
    onSuccess: refresh,
  })
}

/** Turning it on or off has ended the other sessions, too. */
function useRefresh() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [secondFactorQuery, sessionsQuery].map(({ queryKey }) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
}
