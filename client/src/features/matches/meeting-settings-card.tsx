import { useQuery } from '@tanstack/react-query'
import { meetingSettings, type MeetingSettings } from '@shared/meeting-settings'
import { z } from '@shared/zod'
import { useSubmitForm } from '@/lib/form'
import { put } from '@/lib/http'
import { Card } from '@/ui/card'
import { Form, SubmitButton } from '@/ui/form'
import { TextField } from '@/ui/form-fields'
import { Loaded } from '@/ui/loaded'
import { meetingSettingsQuery } from './admin-api'

const [path] = meetingSettingsQuery.queryKey

/** As fields hold it. */
const settingsForm = z.object({
  room: z.string().trim().pipe(meetingSettings.shape.room),
  minutes: z
    .string()
    .trim()
    .transform((typed) => (typed === '' ? Number.NaN : Number(typed)))
    .pipe(meetingSettings.shape.minutes),
})

/** Where introductions take place, and how long they last. */
export function MeetingSettingsCard() {
  const settings = useQuery(meetingSettingsQuery)
  return (
    <Card
      className="xl:max-w-2xl p-5 md:p-7"
      title="Introduction Meetings"
      description="The video room in which partners and entrepreneurs meet. They see the link from 15 minutes before the start, on their page only. Turn its waiting room on."
    >
      <Loaded query={settings} what="The meeting settings" skeleton="h-56">
        {(found) => <SettingsForm settings={found} />}
      </Loaded>
    </Card>
  )
}

function SettingsForm({ settings }: { settings: MeetingSettings }) {
  const submission = useSubmitForm(
    settingsForm,
    { room: settings.room, minutes: String(settings.minutes) },
    { name: 'meetings', of: null },
    {
      send: (typed) => put<MeetingSettings>(path, typed),
      sets: [path],
      done: 'Meeting settings saved',
      failure: 'The settings were not saved',
    },
  )
  const { control } = submission.form

  return (
    <Form
      {...submission}
      label="Introduction Meetings"
      actions={<SubmitButton>Save Meeting Settings</SubmitButton>}
    >
      <TextField
        control={control}
        name="room"
        label="Meeting link"
        optional
        hint="Such as your Zoom room. Without one, you enter a link with each offer."
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        control={control}
        name="minutes"
        label="Length in minutes"
        inputMode="numeric"
        autoComplete="off"
      />
    </Form>
  )
}
