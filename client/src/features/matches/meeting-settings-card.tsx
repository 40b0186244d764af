import { useQuery } from '@tanstack/react-query'
import { meetingSettings, type MeetingSettings } from '@shared/meeting-settings'
import { z } from '@shared/zod'
import { submitHandler, useZodForm } from '@/lib/form'
import { toast } from '@/lib/toast-store'
import { Card } from '@/ui/card'
import { Form, SubmitButton } from '@/ui/form'
import { TextField } from '@/ui/form-fields'
import { LoadError } from '@/ui/load-error'
import { Skeleton } from '@/ui/skeleton'
import { meetingSettingsQuery, useSaveMeetingSettings } from './admin-api'

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
  const { data, isError, refetch } = useQuery(meetingSettingsQuery)
  if (isError) return <LoadError what="The meeting settings" onRetry={refetch} />
  return (
    <Card
      className="xl:max-w-2xl p-5 md:p-7"
      title="Introduction Meetings"
      description="The video room in which partners and entrepreneurs meet. They see the link from 15 minutes before the start, on their page only. Turn its waiting room on."
    >
      {data ? <SettingsForm settings={data} /> : <Skeleton className="h-56" />}
    </Card>
  )
}

function SettingsForm({ settings }: { settings: MeetingSettings }) {
  const saving = useSaveMeetingSettings()
  const form = useZodForm(
    settingsForm,
    {
      room: settings.room,
      minutes: String(settings.minutes),
    },
    { name: 'meetings', of: null },
  )
  const { control } = form

  const handleSubmit = submitHandler(
    form,
    async (typed) => {
      await saving.mutateAsync(typed)
      toast({ title: 'Meeting settings saved' })
    },
    { failure: 'The settings were not saved' },
  )

  return (
    <Form
      form={form}
      label="Introduction Meetings"
      onSubmit={handleSubmit}
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
