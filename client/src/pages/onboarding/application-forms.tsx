import { FileUp, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Card } from '@/ui/card'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'
import { ShareLoginForm } from './share-login-form'
import { UploadForm } from './upload-form'
import { useApplication } from './use-application'

/** The two ways of applying. Changing from one to the other loses nothing that was typed. */
export function ApplicationForms({ onDone }: { onDone: () => void }) {
  const [tab, setTab] = useState<'upload' | 'share'>('upload')
  const application = useApplication()

  function handleChange(value: string) {
    // Said of the other way of applying.
    application.account.clearErrors('root')
    setTab(value === 'share' ? 'share' : 'upload')
  }

  return (
    <Card>
      <Tabs value={tab} onValueChange={handleChange}>
        <TabList label="How to prove your credit">
          <Tab value="upload" icon={<FileUp />}>
            Upload Credit Report
          </Tab>
          <Tab value="share" icon={<KeyRound />}>
            Share Login Details
          </Tab>
        </TabList>
        <TabPanel value="upload">
          <UploadForm application={application} onDone={onDone} />
        </TabPanel>
        <TabPanel value="share">
          <ShareLoginForm application={application} onDone={onDone} />
        </TabPanel>
      </Tabs>
    </Card>
  )
}
