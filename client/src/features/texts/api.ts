import type { SmsReadiness } from '@shared/mail'
import {
  type ComposeTextRequest,
  type ListedText,
  type TextSettings,
  type TextSettingsRequest,
} from '@shared/texts'
import { post, put } from '@/lib/http'
import { pageQuery, type PageRequest } from '@/lib/page-query'
import { withQuery } from '@/lib/paths'
import { pathQuery } from '@/lib/query-client'
import { useSend } from '@/lib/use-send'

export const textSettingsPath = '/api/admin/settings/texts'
const textsPath = '/api/admin/texts'

export const smsQuery = pathQuery<SmsReadiness>('/api/admin/sms')
export const textSettingsQuery = pathQuery<TextSettings>(textSettingsPath)

/** One page of the outbox, refetched whenever it is opened: texts move by themselves. */
export const textsQuery = (query: PageRequest) => ({
  ...pageQuery<ListedText>(withQuery(textsPath, query)),
  staleTime: 0,
})

export const textSettingsSaving = {
  send: (settings: TextSettingsRequest) => put<TextSettings>(textSettingsPath, settings),
  sets: [textSettingsPath],
}

export const useComposeText = () =>
  useSend((text: ComposeTextRequest) => post<ListedText>(textsPath, text), {
    refreshes: [textsPath],
  })

export const useCancelText = () =>
  useSend((id: number) => post<ListedText>(`${textsPath}/${id}/cancel`), {
    refreshes: [textsPath],
  })
