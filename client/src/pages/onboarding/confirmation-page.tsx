import { useState } from 'react'
import { Link, Redirect } from 'wouter'
import { questionsToAsk } from '@/content/application'
import { useSession } from '@/features/accounts/use-session'
import { AnswerQuestion, useAddFile } from '@/features/files/add-file'
import { goOnHere, paths } from '@/lib/paths'
import { useIsSessionKnown } from '@/lib/session-hint'
import { useDocumentTitle } from '@/lib/use-document-title'
import { Card } from '@/ui/card'
import { Motif } from '@/ui/logo'
import { Skeleton } from '@/ui/loaded'
import { AddDocumentForm, useApplyWithFile } from './add-document-form'
import { LoopingVideo } from './explainer-video'
import {
  ConsentNote,
  GuidanceList,
  LineList,
  MeetingTips,
  NextSteps,
  Reminders,
  TimelineAndSupport,
} from './guidance'
import { SubmittedPanel } from './submitted-panel'
import { UploadForm, useApplication } from './upload-form'

/** Thanks the applicant and takes the proof of credit, with or without an account. */
export function ConfirmationPage() {
  useDocumentTitle('Thank You')
  const [isDone, setIsDone] = useState(false)

  return (
    <>
      <Hero />
      <div className="shell grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-14 py-12 md:py-20 lg:grid-cols-[minmax(0,44rem)_minmax(0,1fr)]">
        <div>
          <Proof isDone={isDone} onDone={() => setIsDone(true)} />
        </div>
        <aside
          aria-label="About your application"
          className="grid content-start gap-10 sm:grid-cols-2 lg:grid-cols-1"
        >
          <TimelineAndSupport title="Expected Timeline" isSent={isDone} />
        </aside>
      </div>
      <div className="shell pb-section">
        <NextSteps />
      </div>
      <GuidedMeeting />
      <div className="shell grid gap-x-12 gap-y-14 py-section md:grid-cols-2 lg:grid-cols-3">
        <MeetingTips title="Preparation Tips" />
        <GuidanceList title="Questions to Ask">
          <LineList lines={questionsToAsk} />
        </GuidanceList>
        <div className="md:max-lg:col-span-2">
          <Reminders />
        </div>
      </div>
    </>
  )
}

function Hero() {
  const isLoggedIn = useIsSessionKnown()
  const { user } = useSession()
  return (
    <div className="border-b bg-sand-light">
      <div className="shell grid items-center gap-x-16 gap-y-10 py-12 md:py-16 lg:grid-cols-[1fr_1.1fr]">
        <div>
          <h1 tabIndex={-1}>Thank You for Your Application</h1>
          <p className="mt-5 max-w-measure text-lg text-muted">
            {user?.status === 'approved'
              ? 'You’re approved. If we asked you for another document, add it below.'
              : 'There’s one thing left: proof of your credit. Add a credit report or a screenshot of your score below, and we’ll get started. You’ll need a personal credit score over 680.'}{' '}
            Results are not guaranteed.
          </p>
          {isLoggedIn ? null : (
            <p className="mt-4 max-w-measure">
              If you haven’t applied yet, the form below is your application: it sends us your proof
              and creates your account. If you already have an account,{' '}
              <Link href={paths.login} className="link">
                log in
              </Link>{' '}
              and add your proof there.
            </p>
          )}
        </div>
        <LoopingVideo />
      </div>
    </div>
  )
}

function Proof({ isDone, onDone }: { isDone: boolean; onDone: () => void }) {
  const { user, isLoading } = useSession()
  // Registering logs in: what was begun without an account is finished as such.
  const [hadAccount, setHadAccount] = useState<boolean | null>(null)
  if (!isLoading && hadAccount === null) setHadAccount(user !== null)

  if (isDone) {
    return (
      <SubmittedPanel title="Document Submitted Successfully!">
        {hadAccount === false
          ? 'Your report was uploaded and your account was created.'
          : 'Your document was added to your account.'}
      </SubmittedPanel>
    )
  }
  // The session has ended.
  if (hadAccount && !user && !isLoading)
    return <Redirect to={paths.login} state={goOnHere()} replace />
  return (
    <Card
      title="Upload Proof of Your Credit Score"
      description={
        hadAccount
          ? 'We’ll add it to the documents in your account.'
          : 'We’ll also create your account so you can follow the review.'
      }
    >
      {hadAccount === null ? <FormSkeleton /> : null}
      {hadAccount === true ? <MoreProof isReferrer={user?.isReferrer} onDone={onDone} /> : null}
      {hadAccount === false ? <NewAccountForm onDone={onDone} /> : null}
    </Card>
  )
}

interface MoreProofProps {
  /** Their first document is their application. */
  isReferrer: boolean | undefined
  onDone: () => void
}

function MoreProof({ isReferrer, onDone }: MoreProofProps) {
  const adding = useAddFile({ onSent: onDone })
  const applying = useApplyWithFile(onDone)
  if (isReferrer) return <AddDocumentForm sending={applying} />
  return (
    <AddDocumentForm sending={adding}>
      <AnswerQuestion {...adding} />
    </AddDocumentForm>
  )
}

function NewAccountForm({ onDone }: { onDone: () => void }) {
  const application = useApplication()
  return (
    <>
      <UploadForm application={application} onDone={onDone} />
      <div className="mt-8 border-t pt-6">
        <ConsentNote />
      </div>
    </>
  )
}

function FormSkeleton() {
  return (
    <div className="grid min-h-96 content-start gap-5">
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-11 w-full" />
    </div>
  )
}

const seats = [
  {
    title: 'You',
    text: 'You hear the plan, ask anything you like, and decide. You can say no, and you don’t have to give a reason.',
  },
  {
    title: 'The entrepreneur',
    text: 'A vetted business owner who explains what the funding is for and how you would be paid.',
  },
  {
    title: 'Our support team',
    text: 'One of us leads the conversation, answers questions about the program, and writes down what was agreed.',
  },
]

function GuidedMeeting() {
  return (
    <section aria-labelledby="meeting-title" className="on-evergreen py-section">
      <div className="shell gap-16 lg:grid lg:grid-cols-[1fr_1.4fr]">
        <div>
          <Motif tone="on-evergreen" strokeWidth={2.5} className="h-16 w-auto" />
          <h2 id="meeting-title" className="mt-8 text-3xl">
            Your Guided Meeting
          </h2>
          <p className="mt-4 max-w-md text-paper/85">
            After approval, you’ll meet the entrepreneur on Zoom. You won’t be on your own. Both
            sides must accept for a match to succeed. Usually one match is enough; sometimes one
            more entrepreneur is offered.
          </p>
        </div>
        <dl className="mt-10 lg:mt-0">
          {seats.map((seat) => (
            <div
              key={seat.title}
              className="gap-6 border-t border-paper/20 py-6 sm:grid sm:grid-cols-[11rem_1fr]"
            >
              <dt className="font-display text-xl text-brass-light">{seat.title}</dt>
              <dd className="mt-1 text-paper/90 sm:mt-0">{seat.text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
