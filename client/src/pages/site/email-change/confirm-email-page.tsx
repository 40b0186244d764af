import { Link } from 'wouter'
import { useSession } from '@/features/accounts/use-session'
import { post } from '@/lib/http'
import { paths } from '@/lib/paths'
import { sessionKey } from '@/lib/session'
import { useDocumentTitle } from '@/lib/use-document-title'
import { refresh, useSend } from '@/lib/use-send'
import { Notice } from '@/ui/notice'
import { LinkPage } from './link-page'

/** Opened by the link to the new address. */
export function ConfirmEmailPage() {
  useDocumentTitle('Confirm Your New Email')
  const confirming = useSend((token: string) => post('/api/email-change/confirm', { token }), {
    onAnswer: (_answer, client) => refresh(client, sessionKey),
  })
  const { user } = useSession()
  return (
    <LinkPage
      title="Confirm Your New Email"
      lede="Once you confirm, you’ll log in with this address, and we’ll send our emails to it. You’ll be logged out on all other devices."
      action="Confirm This Email"
      failure="Your email was not changed"
      help={
        <>
          If you still want to change it,{' '}
          <Link href={user ? paths.account : paths.login} className="link">
            {user ? 'ask again in your account' : 'log in with your current email'}
          </Link>
          <span>{user ? '.' : ' and ask again in your account.'}</span>
        </>
      }
      sending={confirming}
    >
      <Notice tone="success" role="status" title="Your email has been changed">
        {user ? (
          <Link href={paths.account} className="link">
            Back to your account
          </Link>
        ) : (
          <Link href={paths.login} className="link">
            Log in with your new email
          </Link>
        )}
      </Notice>
    </LinkPage>
  )
}
