import { Link } from 'wouter'
import { post } from '@/lib/http'
import { paths } from '@/lib/paths'
import { endSession } from '@/lib/session'
import { useDocumentTitle } from '@/lib/use-document-title'
import { useSend } from '@/lib/use-send'
import { Notice } from '@/ui/notice'
import { LinkPage } from './link-page'

/** Opened by the link to the address before. */
export function StopEmailChangePage() {
  useDocumentTitle('Keep Your Email')
  const stopping = useSend(
    (token: string) => post('/api/email-change/stop', { token }),
    // The server has ended every session of the account.
    { onAnswer: (_answer, client) => endSession(client, { isAsked: true }) },
  )
  return (
    <LinkPage
      title="Keep Your Email"
      lede="Someone who knows your password asked to change your email. If it wasn’t you, stop it here: your email stays as it was, or we change it back, and everyone is logged out of your account."
      action="Keep My Email"
      failure="The change was not stopped"
      help={
        <>
          Please{' '}
          <Link href={paths.support} className="link">
            contact support
          </Link>{' '}
          right away if you didn’t ask for it.
        </>
      }
      sending={stopping}
    >
      <Notice tone="success" role="status" title="You’ve kept your email">
        Everyone is logged out. The person who asked for the change knows your password, so please{' '}
        <Link href={paths.resetPassword} className="link">
          choose a new one
        </Link>{' '}
        now.
      </Notice>
    </LinkPage>
  )
}
