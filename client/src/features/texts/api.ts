import type { SmsReadiness } from '@shared/mail'
import type { ListedText, TextSettings, TextSettingsRequest } from '@shared/texts'
import { put } from '@/lib/http'
import { pageQuery, type PageRequest } from '@/lib/page-query'
import { withQuery } from '@/lib/paths'
import { pathQuery } from '@/lib/query-client'

export const textSettingsPath = '/api/admin/settings/texts'
export const textsPath = '/api/admin/texts'

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
