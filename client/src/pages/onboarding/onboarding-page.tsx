import { FileUp, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useDocumentTitle } from '@/lib/document-title'
import { paths } from '@/lib/paths'
import { useRedirectAfter } from '@/lib/use-redirect-after'
import { Card } from '@/ui/card'
import { Notice } from '@/ui/notice'
import { Steps } from '@/ui/steps'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'
import { emptyDraft } from './application-schema'
import { ShareLoginForm } from './share-login-form'
import { UploadForm } from './upload-form'

const redirectDelayMs = 3000
const steps = ['Upload Document & Create Account', 'Complete']

export function OnboardingPage() {
  useDocumentTitle('Credit Partner Application')
  const [isDone, setIsDone] = useState(false)
  useRedirectAfter(isDone ? paths.dashboard : null, redirectDelayMs)

  return (
    <div className="shell max-w-3xl py-10 md:py-16">
      <h1 tabIndex={-1}>Credit Partner Application</h1>
      <p className="mt-3 max-w-measure text-muted">
        Applying takes under 1 minute. We look for a personal credit score over 680. Results are not
        guaranteed.
      </p>
      <Steps steps={steps} current={isDone ? 2 : 0} className="mt-8" />
      <div className="mt-8">
        {isDone ? <SubmittedPanel /> : <ApplicationForms onDone={() => setIsDone(true)} />}
      </div>
    </div>
  )
}

function ApplicationForms({ onDone }: { onDone: () => void }) {
  const [draft, setDraft] = useState(emptyDraft)
  const [file, setFile] = useState<File | null>(null)

  return (
    <Card>
      <Tabs defaultValue="upload">
        <TabList label="How to prove your credit">
          <Tab value="upload" icon={<FileUp />}>
            Upload Credit Report
          </Tab>
          <Tab value="share" icon={<KeyRound />}>
            Share Login Details
          </Tab>
        </TabList>
        <TabPanel value="upload">
          <UploadForm
            draft={draft}
            onLeave={setDraft}
            file={file}
            onFile={setFile}
            onDone={onDone}
          />
        </TabPanel>
        <TabPanel value="share">
          <ShareLoginForm draft={draft} onLeave={setDraft} onDone={onDone} />
        </TabPanel>
      </Tabs>
    </Card>
  )
}

function SubmittedPanel() {
  return (
    <Notice tone="success" role="status" title="Document Submitted & Account Created!">
      You are logged in. We take you to{' '}
      <Link href={paths.dashboard} className="link">
        your dashboard
      </Link>{' '}
      now.
    </Notice>
  )
}
