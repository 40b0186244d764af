import { useState, type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { EmailLine } from '@/features/accounts/email-line'
import { useSession } from '@/features/accounts/use-session'
import { paths } from '@/lib/paths'
import { useRedirectAfter } from '@/lib/use-redirect-after'
import { Notice } from '@/ui/notice'

const redirectDelayMs = 3000

/** Confirms the submission, and says where our emails go and which page comes next. */
export function SubmittedPanel({ title, children }: { title: string; children: ReactNode }) {
  const { user } = useSession()
  const [isCorrecting, setIsCorrecting] = useState(false)
  useRedirectAfter(isCorrecting ? null : paths.dashboard, redirectDelayMs)
  return (
    <FocusOnMount>
      <Notice tone="success" title={title}>
        {children} Taking you to{' '}
        <Link href={paths.dashboard} className="link">
          your dashboard
        </Link>{' '}
        {isCorrecting ? 'once you’re done' : 'now'}.
      </Notice>
      {user ? <EmailLine user={user} onCorrecting={setIsCorrecting} className="mt-4" /> : null}
    </FocusOnMount>
  )
}

/** Brings what took a form's place into sight, and the focus with it: the form was scrolled down. */
function FocusOnMount({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    element.current?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={element} tabIndex={-1} className="rounded-lg">
      {children}
    </div>
  )
}
