import { FileUp, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Card } from '@/ui/card'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'
import { ShareLoginForm } from './share-login-form'
import { UploadForm } from './upload-form'
import { copyAccount, useShareApplication, useUploadApplication } from './use-application'

/** The two ways of applying. Changing from one to the other loses nothing that was typed. */
export function ApplicationForms({ onDone }: { onDone: () => void }) {
  const [tab, setTab] = useState<'upload' | 'share'>('upload')
  const upload = useUploadApplication()
  const share = useShareApplication()

  function handleChange(value: string) {
    const next = value === 'share' ? 'share' : 'upload'
    copyAccount(upload, share, next)
    setTab(next)
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
          <UploadForm application={upload} onDone={onDone} />
        </TabPanel>
        <TabPanel value="share">
          <ShareLoginForm application={share} onDone={onDone} />
        </TabPanel>
      </Tabs>
    </Card>
  )
}
