import { Link } from 'wouter'
import { useSession } from '@/features/accounts/use-session'
import { post } from '@/lib/http'
import { paths } from '@/lib/paths'
import { useDocumentTitle } from '@/lib/use-document-title'
import { useSend } from '@/lib/use-send'
import { Notice } from '@/ui/notice'
import { LinkPage } from './link-page'

/** Opened by the link that someone asked for on the dashboard. */
export function VerifyEmailPage() {
  useDocumentTitle('Confirm Your Email')
  const confirming = useSend(
    (token: string) => post('/api/email-confirmation/confirm', { token }),
    { refreshes: ['/api/profile-completion'] },
  )
  const { user } = useSession()
  return (
    <LinkPage
      title="Confirm Your Email"
      lede="Tell us that this email is yours. That completes one step of your profile and changes nothing else."
      action="Confirm My Email"
      failure="Your email was not confirmed"
      help={
        <>
          <Link href={user ? paths.dashboard : paths.login} className="link">
            {user ? 'Go to your dashboard' : 'Log in'}
          </Link>{' '}
          to get a new link.
        </>
      }
      sending={confirming}
    >
      <Notice tone="success" role="status" title="Your email is confirmed">
        <Link href={user ? paths.dashboard : paths.login} className="link">
          {user ? 'Back to your dashboard' : 'Log in'}
        </Link>
      </Notice>
    </LinkPage>
  )
}
