import { useQuery } from '@tanstack/react-query'
import { defaultPassword, type EmailSettings } from '@shared/mail'
import { meetingSettings, type MeetingSettings } from '@shared/meeting-settings'
import { z } from '@shared/zod'
import { settingsQuery, settingsSaving } from '@/features/mail/api'
import { SettingsForm, TestMailForm } from '@/features/mail/settings-form'
import { meetingSettingsQuery } from '@/features/matches/admin-api'
import { overviewQuery } from '@/features/overview/api'
import { useSubmitForm } from '@/lib/form'
import { put } from '@/lib/http'
import { useAction } from '@/lib/use-action'
import { ActionButton } from '@/ui/button'
import { Card } from '@/ui/card'
import { Form, SubmitButton } from '@/ui/form'
import { TextField } from '@/ui/form-fields'
import { Loaded } from '@/ui/loaded'
import { Notice } from '@/ui/notice'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'

export function SettingsPage() {
  const mail = useQuery(settingsQuery)
  const meetings = useQuery(meetingSettingsQuery)
  // Each part follows the one above, so that nothing moves when answers come.
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <SettingsTabs />
      {mail.isPending ? null : <MeetingSettingsCard />}
      {mail.isPending || meetings.isPending ? null : <ScannerNotice />}
    </div>
  )
}

function ScannerNotice() {
  const { data: overview } = useQuery(overviewQuery)
  if (!overview || overview.hasVirusCheck) return null
  return (
    <Notice tone="warning" title="Uploads aren’t scanned for viruses" className="max-w-6xl">
      Ask your server administrator to connect a scanner.
    </Notice>
  )
}

function SettingsTabs() {
  return (
    <Tabs defaultValue="email">
      <TabList label="Settings">
        <Tab value="email">Email Configuration</Tab>
        <Tab value="other">Other Settings</Tab>
      </TabList>
      <TabPanel value="email" forceMount>
        <EmailConfiguration />
      </TabPanel>
      <TabPanel value="other">
        <p className="text-muted">No additional settings available yet.</p>
      </TabPanel>
    </Tabs>
  )
}

function EmailConfiguration() {
  const stored = useQuery(settingsQuery)
  return (
    <Loaded query={stored} what="The settings" skeleton="h-96">
      {(settings) => (
        <div className="grid max-w-6xl items-start gap-6 xl:grid-cols-[3fr_2fr]">
          <div className="xl:col-span-2">
            <SenderNotice settings={settings} />
          </div>
          <Card
            title="Mailbox"
            description="The portal sends email from this mailbox. Most providers need an app password created for the portal."
          >
            <SettingsForm settings={settings} />
          </Card>
          <Card title="Send Test Email" description="Sends right away from the saved mailbox.">
            <TestMailForm hasSender={Boolean(settings.sender)} />
          </Card>
        </div>
      )}
    </Loaded>
  )
}

/** Which mailbox the portal sends from, and who decided that. */
function SenderNotice({ settings }: { settings: EmailSettings }) {
  const { email, host, port, secure, service, sender, hasDefault } = settings
  // The mailbox that was saved here is given up for that of the environment.
  const reverting = useAction({
    ...settingsSaving,
    ask: 'Are you sure you want to use the server’s default mailbox? The app password saved here will be deleted.',
    send: () =>
      settingsSaving.send({ email, appPassword: defaultPassword, host, port, secure, service }),
    done: {
      title: 'Settings saved',
      description: 'The portal now sends from the default mailbox.',
    },
    failure: 'Failed to save settings',
  })
  if (!sender) {
    return (
      <Notice tone="warning" title="No mail sender is configured">
        The portal can’t send email until you save a mailbox here or set SMTP_URL on the server.
      </Notice>
    )
  }
  const isOwn = sender.source === 'settings'
  return (
    <Notice
      tone="success"
      title={
        isOwn ? 'The portal sends from this mailbox' : 'The portal sends from the server’s mailbox'
      }
      actions={
        isOwn && hasDefault ? (
          <ActionButton action={reverting} variant="secondary" size="sm">
            Use Default Mailbox
          </ActionButton>
        ) : null
      }
    >
      <span className="wrap-anywhere">
        <span>
          Email is sent from {sender.from} through {sender.host}, port {sender.port}.
        </span>
        {isOwn ? null : (
          <span> To use a different one, save a mailbox with its own app password here.</span>
        )}
      </span>
    </Notice>
  )
}

const [meetingsPath] = meetingSettingsQuery.queryKey

/** As fields hold it. */
const meetingForm = z.object({
  room: z.string().trim().pipe(meetingSettings.shape.room),
  minutes: z
    .string()
    .trim()
    .transform((typed) => (typed === '' ? Number.NaN : Number(typed)))
    .pipe(meetingSettings.shape.minutes),
})

/** Where introductions take place, and how long they last. */
function MeetingSettingsCard() {
  const settings = useQuery(meetingSettingsQuery)
  return (
    <Card
      className="xl:max-w-2xl p-5 md:p-7"
      title="Introduction Meetings"
      description="The video room in which partners and entrepreneurs meet. They see the link from 15 minutes before the start, on their page only. Turn on the waiting room."
    >
      <Loaded query={settings} what="The meeting settings" skeleton="h-56">
        {(found) => <MeetingForm settings={found} />}
      </Loaded>
    </Card>
  )
}

function MeetingForm({ settings }: { settings: MeetingSettings }) {
  const submission = useSubmitForm({
    schema: meetingForm,
    defaultValues: { room: settings.room, minutes: String(settings.minutes) },
    kept: { name: 'meetings', of: null },
    send: (typed) => put<MeetingSettings>(meetingsPath, typed),
    sets: [meetingsPath],
    done: 'Meeting settings saved',
    failure: 'The settings were not saved',
  })
  const { field } = submission

  return (
    <Form
      {...submission}
      label="Introduction Meetings"
      actions={<SubmitButton>Save Meeting Settings</SubmitButton>}
    >
      <TextField
        {...field('room')}
        label="Meeting link"
        optional
        hint="Such as your Zoom room. Without one, you enter a link with each offer."
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField {...field('minutes')} label="Length in minutes" inputMode="numeric" />
    </Form>
  )
}
