import { useState, type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { Link } from 'wouter'
import { EmailLine } from '@/features/accounts/email-line'
import { useSession } from '@/features/accounts/use-session'
import { paths } from '@/lib/paths'
import { useRedirectAfter } from '@/lib/use-redirect-after'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'

const redirectDelayMs = 3000

/** Confirms the submission, and says where our emails go and which page comes next: to someone who does nothing here, after a while. */
export function SubmittedPanel({ title, children }: { title: string; children: ReactNode }) {
  const { user } = useSession()
  const titleId = useId()
  const [isStaying, setIsStaying] = useState(false)
  useRedirectAfter(isStaying ? null : paths.dashboard, redirectDelayMs)
  useFirstAct(() => setIsStaying(true))
  return (
    <FocusOnMount titleId={titleId}>
      <Notice
        tone="success"
        title={<span id={titleId}>{title}</span>}
        actions={
          <Button
            size="sm"
            variant="secondary"
            aria-pressed={isStaying}
            onClick={() => setIsStaying(true)}
          >
            Stay on This Page
          </Button>
        }
      >
        {/* What comes before the link doesn't change: it stays where it is being pressed. */}
        {children} Next is{' '}
        <Link href={paths.dashboard} className="link">
          your dashboard
        </Link>
        {isStaying
          ? '. Go there whenever you’re ready.'
          : '. We’ll take you there in a few seconds.'}
      </Notice>
      {user ? <EmailLine user={user} className="mt-4" /> : null}
    </FocusOnMount>
  )
}

/** Calls back once someone does anything on the page. The panel's own focus is no act: it comes before. */
function useFirstAct(onAct: () => void) {
  const act = useEffectEvent(onAct)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    for (const event of ['keydown', 'pointerdown', 'touchstart', 'focusin', 'wheel'])
      document.addEventListener(event, () => act(), { signal, passive: true })
    document.addEventListener(
      'selectionchange',
      () => {
        // A caret is where the focus is.
        if (document.getSelection()?.isCollapsed === false) act()
      },
      { signal },
    )
    return () => controller.abort()
  }, [])
}

/** Brings what took a form's place into sight, and the focus with it: the form was scrolled down. */
function FocusOnMount({ titleId, children }: { titleId: string; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    element.current?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={element} role="group" tabIndex={-1} aria-labelledby={titleId} className="rounded-lg">
      {children}
    </div>
  )
}
