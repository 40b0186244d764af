import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '@/features/mail/api'
import { SenderNotice } from '@/features/mail/sender-notice'
import { SettingsForm, TestMailForm } from '@/features/mail/settings-form'
import { meetingSettingsQuery } from '@/features/matches/admin-api'
import { MeetingSettingsCard } from '@/features/matches/meeting-settings-card'
import { overviewQuery } from '@/features/overview/api'
import { Card } from '@/ui/card'
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
