import {
  countSegments,
  eventTexts,
  exampleTimes,
  writeEventText,
  type TextEvent,
  type TextKind,
  type TextSettings,
} from '@shared/texts'
import { toastError } from '@/lib/toast-error'
import { toast } from '@/lib/toast-store'
import { Switch } from '@/ui/switch'
import { useSwitchEvent } from './api'

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

/** Which events are texted, with what each text says. All are off until they are switched on. */
export function EventSwitches({ settings }: { settings: TextSettings }) {
  const switching = useSwitchEvent()
  const { provider, kinds, programName, link } = settings
  if (!provider) return null

  async function change(event: TextEvent, isOn: boolean) {
    try {
      await switching.mutateAsync({ event, isOn })
      toast({ title: isOn ? 'Switched on' : 'Switched off', description: textKindNames[event] })
    } catch (error) {
      toastError('Your choice was not saved', error)
    }
  }

  return (
    <ul className="divide-y">
      {events.map((event) => {
        const text = writeEventText(event, { programName, link, time: exampleTimes[event] ?? '' })
        const { segments, characters, most } = countSegments(text)
        return (
          <li key={event} className="py-4 first:pt-0 last:pb-0">
            <Switch
              label={textKindNames[event]}
              checked={kinds.includes(event)}
              onChange={(isOn) => void change(event, isOn)}
            />
            <p className="mt-1 wrap-anywhere text-muted">{text}</p>
            <p className="mt-1 text-sm text-muted">
              {describeLength({ segments, characters, most })}
            </p>
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
