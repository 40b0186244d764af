import { useQueryClient } from '@tanstack/react-query'
import type { SmsReadiness } from '@shared/mail'
import {
  countSegments,
  eventTexts,
  exampleTimes,
  unchangedToken,
  writeEventText,
  type ListedText,
  type TextSettings,
  type TextSettingsRequest,
  type TextEvent,
  type TextKind,
} from '@shared/texts'
import { put } from '@/lib/http'
import { pageQuery, type PageRequest } from '@/lib/page-query'
import { pathQuery } from '@/lib/query-client'
import { useAction } from '@/lib/use-action'
import { Switch } from '@/ui/checkbox'

export const textSettingsPath = '/api/admin/settings/texts'
export const textsPath = '/api/admin/texts'

export const smsQuery = pathQuery<SmsReadiness>('/api/admin/sms')
export const textSettingsQuery = pathQuery<TextSettings>(textSettingsPath)

/** One page of the outbox, refetched whenever it is opened: texts move by themselves. */
export const textsQuery = (query: PageRequest) =>
  pageQuery<ListedText>(textsPath, query, { fresh: true })

export const textSettingsSaving = {
  send: (settings: TextSettingsRequest) => put<TextSettings>(textSettingsPath, settings),
  sets: [textSettingsPath],
}

export const textKindNames: Record<TextKind, string> = {
  decision: 'Decision about an application',
  'match-times': 'Times to choose from',
  'match-booked': 'Meeting booked or moved',
  'match-tomorrow': 'Reminder the day before',
  'match-soon': 'Reminder an hour before',
  'match-answer': 'Question after a meeting',
  'match-ended': 'Introduction ended or meeting canceled',
  composed: 'Written by you',
}

const isEvent = (kind: string): kind is TextEvent => Object.hasOwn(eventTexts, kind)
const events = Object.keys(eventTexts).filter(isEvent)

/** All events are off until they are switched on. */
export function EventSwitches({ settings }: { settings: TextSettings }) {
  const client = useQueryClient()
  // The whole list of events is saved: one change after the other, each on top of what the one before left.
  const change = useAction({
    ...textSettingsSaving,
    send: async ({ event, isOn }: { event: TextEvent; isOn: boolean }) => {
      const current = await client.ensureQueryData(textSettingsQuery)
      if (!current.provider) return current
      const others = current.kinds.filter((kind) => kind !== event)
      const chosen = isOn ? [...others, event] : others
      const saved = { ...current.provider, authToken: unchangedToken, kinds: chosen }
      return textSettingsSaving.send(saved)
    },
    queue: 'text-events',
    done: (_saved, { event, isOn }) => ({
      title: isOn ? 'Switched on' : 'Switched off',
      description: textKindNames[event],
    }),
    failure: 'Your choice was not saved',
  })
  const { provider, kinds, programName, link } = settings
  if (!provider) return null

  return (
    <ul className="divide-y">
      {events.map((event) => {
        const text = writeEventText(event, { programName, link, time: exampleTimes[event] ?? '' })
        return (
          <li key={event} className="py-4 first:pt-0 last:pb-0">
            <Switch
              label={textKindNames[event]}
              checked={kinds.includes(event)}
              onChange={(isOn) => void change.act({ event, isOn })}
            />
            <p className="mt-1 wrap-anywhere text-muted">{text}</p>
            <p className="mt-1 text-sm text-muted">{describeLength(countSegments(text))}</p>
          </li>
        )
      })}
    </ul>
  )
}

/** '1 segment, 131 of 160 characters' */
export const describeLength = ({
  segments,
  characters,
  most,
}: ReturnType<typeof countSegments>): string =>
  `${segments} ${segments === 1 ? 'segment' : 'segments'}, ${characters} of ${most} characters`
