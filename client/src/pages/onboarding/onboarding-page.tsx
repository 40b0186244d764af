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
import { ConsentNote } from './consent-note'
import { ExplainerVideo } from './explainer-video'
import { ApplicationTimeline, MeetingTips, NextSteps, Reminders, SupportContact } from './guidance'
import { ShareLoginForm } from './share-login-form'
import { UploadForm } from './upload-form'

const redirectDelayMs = 3000
const steps = ['Upload Document & Create Account', 'Complete']

export function OnboardingPage() {
  useDocumentTitle('Credit Partner Application')
  const [isDone, setIsDone] = useState(false)
  useRedirectAfter(isDone ? paths.dashboard : null, redirectDelayMs)

  return (
    <div className="shell py-10 md:py-16">
      <div className="grid gap-x-16 gap-y-14 lg:grid-cols-[minmax(0,44rem)_minmax(0,1fr)]">
        <div>
          <h1 tabIndex={-1}>Credit Partner Application</h1>
          <p className="mt-3 max-w-measure text-muted">
            Applying takes under 1 minute. We look for a personal credit score over 680. Results are
            not guaranteed.
          </p>
          <Steps steps={steps} current={isDone ? 2 : 0} className="mt-8" />
          <div className="mt-8">
            {isDone ? <SubmittedPanel /> : <ApplicationForms onDone={() => setIsDone(true)} />}
          </div>
          <div className="mt-8">
            <ConsentNote />
          </div>
        </div>
        <aside aria-label="About the application" className="grid content-start gap-10 lg:pt-2">
          <section aria-labelledby="video-title">
            <h2 id="video-title" className="mb-4 text-xl">
              The program in a short film
            </h2>
            <ExplainerVideo />
          </section>
          <div className="grid gap-10 border-t pt-8 sm:grid-cols-2 lg:grid-cols-1">
            <ApplicationTimeline title="Timeline" isSent={isDone} />
            <div className="lg:border-t lg:pt-8">
              <SupportContact />
            </div>
          </div>
        </aside>
      </div>
      <div className="mt-section grid gap-section">
        <NextSteps />
        <div className="grid gap-x-16 gap-y-14 md:grid-cols-2">
          <MeetingTips title="Meeting Tips" />
          <Reminders />
        </div>
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
