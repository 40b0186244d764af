import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SmsReadiness } from '@shared/mail'
import {
  unchangedToken,
  type ComposeTextRequest,
  type ListedText,
  type TestTextRequest,
  type TextEvent,
  type TextSettings,
  type TextSettingsRequest,
  type TextTestResult,
} from '@shared/texts'
import { request } from '@/lib/http'
import { isListOf, pageQuery, type PageRequest } from '@/lib/page-query'
import { withQuery } from '@/lib/paths'
import { pathQuery } from '@/lib/query-client'

const settingsPath = '/api/admin/settings/texts'
const textsPath = '/api/admin/texts'

export const smsQuery = pathQuery<SmsReadiness>('/api/admin/sms')
export const textSettingsQuery = pathQuery<TextSettings>(settingsPath)

/** One page of the outbox, refetched whenever it is opened: texts move by themselves. */
export const textsQuery = (query: PageRequest) => ({
  ...pageQuery<ListedText>(withQuery(textsPath, query)),
  staleTime: 0,
})

export function useSaveTextSettings() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (settings: TextSettingsRequest) =>
      request<TextSettings>(settingsPath, { method: 'PUT', body: settings }),
    onSuccess: (saved) => queryClient.setQueryData(textSettingsQuery.queryKey, saved),
  })
}

export function useDisconnect() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => request<TextSettings>(settingsPath, { method: 'DELETE' }),
    onSuccess: (saved) => queryClient.setQueryData(textSettingsQuery.queryKey, saved),
  })
}

/**
 * One event after the other, each on top of what the one before left: the whole list of them is saved, and a list of
 * before the last answer would take that change back.
 */
export function useSwitchEvent() {
  const queryClient = useQueryClient()
  const saving = useSaveTextSettings()
  return useMutation({
    scope: { id: settingsPath },
    async mutationFn({ event, isOn }: { event: TextEvent; isOn: boolean }) {
      const settings = await queryClient.ensureQueryData(textSettingsQuery)
      if (!settings.provider) return
      const others = settings.kinds.filter((kind) => kind !== event)
      const kinds = isOn ? [...others, event] : others
      await saving.mutateAsync({ ...settings.provider, authToken: unchangedToken, kinds })
    },
  })
}

export function useTestProvider() {
  return useMutation({
    mutationFn: (settings: TextSettingsRequest) =>
      request<TextTestResult>(`${settingsPath}/test-connection`, {
        method: 'POST',
        body: settings,
        undo: 'none',
      }),
  })
}

export function useSendTestText() {
  return useMutation({
    mutationFn: (body: TestTextRequest) =>
      request<TextTestResult>(`${settingsPath}/send-test`, { method: 'POST', body }),
  })
}

export function useComposeText() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ComposeTextRequest) =>
      request<ListedText>(textsPath, { method: 'POST', body }),
    onSuccess: () => queryClient.invalidateQueries({ predicate: isListOf(textsPath) }),
  })
}

export function useCancelText() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      request<ListedText>(`${textsPath}/${id}/cancel`, { method: 'POST' }),
    // After a refusal too: the text is in another state than was shown.
    onSettled: () => queryClient.invalidateQueries({ predicate: isListOf(textsPath) }),
  })
}
