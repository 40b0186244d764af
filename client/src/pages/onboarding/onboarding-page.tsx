import { Suspense, useState } from 'react'
import { NoOnlineReset, useForgotPassword } from '@/features/accounts/forgot-password'
import { lazyPage, loadIfPossible, nextPaint } from '@/lib/lazy-part'
import { useCodeInAddress } from '@/lib/referral-code'
import { useIsSessionKnown } from '@/lib/session-hint'
import { useDocumentTitle } from '@/lib/use-document-title'
import { Steps } from '@/ui/steps'
import { ApplicationSkeleton } from './application-skeleton'
import { ExplainerVideo } from './explainer-video'
import {
  ConsentNote,
  LegalLinks,
  MeetingTips,
  NextSteps,
  Reminders,
  TimelineAndSupport,
} from './guidance'

const loadSubmittedPanel = () => import('./submitted-panel').then((part) => part.SubmittedPanel)

// The words need a third less than the form, and can be read while it comes.
const ApplicationForms = lazyPage(async () => {
  await nextPaint()
  const part = await import('./application-forms')
  // It is there by the time the form was sent.
  void loadIfPossible(loadSubmittedPanel)
  return part.ApplicationForms
})

const AppliedPanel = lazyPage(() => import('./applied-panel').then((part) => part.AppliedPanel))

const SubmittedPanel = lazyPage(loadSubmittedPanel)

const steps = ['Upload Document & Create Account', 'Complete']

const columns =
  'grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-14 lg:grid-cols-[minmax(0,44rem)_minmax(0,1fr)]'

const Purpose = () => (
  <>
    <h1 tabIndex={-1}>Credit Partner Application</h1>
    {/* The privacy policy says so, too. Whoever runs the portal confirms both. */}
    <p className="mt-3 max-w-measure text-muted">
      Applying takes under 1 minute. You’ll need a personal credit score over 680. Results are not
      guaranteed. Applying doesn’t affect your score.
    </p>
  </>
)

/** For the build alone: the page itself has the same around its form. */
export const Opening = import.meta.env.SSR
  ? () => (
      <div className="shell py-10 md:py-16">
        <div className={columns}>
          <div>
            <Purpose />
            <Steps steps={steps} current={0} className="mt-8" />
            <div className="mt-8">
              <ApplicationSkeleton />
            </div>
          </div>
        </div>
      </div>
    )
  : null

export function OnboardingPage() {
  useDocumentTitle('Credit Partner Application')
  useCodeInAddress()
  const [isDone, setIsDone] = useState(false)
  const [mark, setMark] = useState<Element | null>(null)
  const isLoggedIn = useIsSessionKnown()
  // Registering logs in, too: what was begun as a visitor is finished as one.
  const [wasLoggedIn] = useState(isLoggedIn)
  const hasAccount = wasLoggedIn && isLoggedIn
  const forgotPassword = useForgotPassword()

  return (
    <div className="shell py-10 md:py-16">
      <div className={columns}>
        <div>
          <Purpose />
          {forgotPassword ? <NoOnlineReset className="mt-6" /> : null}
          <Steps steps={steps} current={isDone ? 2 : 0} className="mt-8" />
          <div className="mt-8">
            <Suspense fallback={isDone || hasAccount ? null : <ApplicationSkeleton />}>
              {isDone ? (
                <SubmittedPanel
                  title={
                    wasLoggedIn ? 'Application Submitted!' : 'Document Submitted & Account Created!'
                  }
                >
                  You’re logged in.
                </SubmittedPanel>
              ) : hasAccount ? (
                <AppliedPanel onApplied={() => setIsDone(true)} />
              ) : (
                <ApplicationForms onDone={() => setIsDone(true)} />
              )}
              {/* Mounted together with the form. */}
              <i hidden ref={setMark} />
            </Suspense>
          </div>
          <div className="mt-8">
            {/* Only the form of someone new has the box that the note is about. */}
            {isDone || hasAccount ? <LegalLinks /> : <ConsentNote />}
          </div>
        </div>
        <aside aria-label="About the application" className="grid content-start gap-10 lg:pt-2">
          <section aria-labelledby="video-title">
            <h2 id="video-title" className="mb-4 text-xl">
              The Program in a Short Video
            </h2>
            {/* On a slow line its picture would delay the form. */}
            <ExplainerVideo hasPoster={Boolean(mark)} />
          </section>
          <div className="grid gap-10 border-t pt-8 sm:grid-cols-2 lg:grid-cols-1">
            <TimelineAndSupport title="Timeline" isSent={isDone} />
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
