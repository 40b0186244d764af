import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useSession } from '@/features/accounts/use-session'
import { post } from '@/lib/http'
import { paths } from '@/lib/paths'
import { usePagePath } from '@/lib/use-address'
import { endSession, sessionKey } from '@/lib/session'
import { useDocumentTitle } from '@/lib/use-document-title'
import { refresh, useSend, type SendOptions } from '@/lib/use-send'
import { Notice } from '@/ui/notice'
import { LinkPage } from './link-page'

interface EmailLink {
  title: string
  lede: string
  action: string
  failure: string
  call: string
  changes: SendOptions<unknown, string>
  /** Advice after a refusal. */
  help: (isLoggedIn: boolean) => ReactNode
  done: { title: string; children: (isLoggedIn: boolean) => ReactNode }
}

const textLink = (path: string, text: string) => (
  <Link href={path} className="link">
    {text}
  </Link>
)

/** The mailed links about an email address, by the page that each leads to. */
const emailLinks: Record<string, EmailLink> = {
  // Mailed to the new address.
  [paths.confirmEmail]: {
    title: 'Confirm Your New Email',
    lede: 'Once you confirm, you’ll log in with this address, and we’ll send our emails to it. You’ll be logged out on all other devices.',
    action: 'Confirm This Email',
    failure: 'Your email was not changed',
    call: '/api/email-change/confirm',
    changes: { onAnswer: (_answer, client) => refresh(client, sessionKey) },
    help: (isLoggedIn) => (
      <>
        If you still want to change it,{' '}
        {isLoggedIn
          ? textLink(paths.account, 'ask again in your account')
          : textLink(paths.login, 'log in with your current email')}
        <span>{isLoggedIn ? '.' : ' and ask again in your account.'}</span>
      </>
    ),
    done: {
      title: 'Your email has been changed',
      children: (isLoggedIn) =>
        isLoggedIn
          ? textLink(paths.account, 'Back to your account')
          : textLink(paths.login, 'Log in with your new email'),
    },
  },
  // Asked for on the dashboard.
  [paths.verifyEmail]: {
    title: 'Confirm Your Email',
    lede: 'Confirm that this is your email address.',
    action: 'Confirm My Email',
    failure: 'Your email was not confirmed',
    call: '/api/email-confirmation/confirm',
    changes: { refreshes: ['/api/profile-completion'] },
    help: (isLoggedIn) => (
      <>
        If you already confirmed it, you’re done. If not,{' '}
        {isLoggedIn
          ? textLink(paths.dashboard, 'go to your dashboard')
          : textLink(paths.login, 'log in')}{' '}
        to get a new link.
      </>
    ),
    done: {
      title: 'Your email is confirmed',
      children: (isLoggedIn) =>
        isLoggedIn
          ? textLink(paths.dashboard, 'Back to your dashboard')
          : textLink(paths.login, 'Log in'),
    },
  },
  // Mailed to the address before.
  [paths.stopEmailChange]: {
    title: 'Keep Your Email',
    lede: 'Someone who knows your password asked to change your email. If it wasn’t you, stop it here: your email stays as it was, or we change it back, and everyone is logged out of your account.',
    action: 'Keep My Email',
    failure: 'The change was not stopped',
    call: '/api/email-change/stop',
    // The server has ended every session of the account.
    changes: { onAnswer: (_answer, client) => endSession(client, { isAsked: true }) },
    help: () => (
      <>Please {textLink(paths.support, 'contact support')} right away if you didn’t ask for it.</>
    ),
    done: {
      title: 'You’ve kept your email',
      children: () => (
        <>
          Everyone is logged out. The person who asked for the change knows your password, so please{' '}
          {textLink(paths.resetPassword, 'choose a new one')} now.
        </>
      ),
    },
  },
}

export function EmailLinkPage() {
  const path = usePagePath()
  const link = emailLinks[path]
  return link ? <OpenedLink key={path} link={link} /> : null
}

function OpenedLink({ link }: { link: EmailLink }) {
  const { call, changes, help, done, ...texts } = link
  useDocumentTitle(link.title)
  const isLoggedIn = useSession().user !== null
  const sending = useSend((token: string) => post(call, { token }), changes)
  return (
    <LinkPage {...texts} help={help(isLoggedIn)} sending={sending}>
      <Notice tone="success" title={done.title}>
        {done.children(isLoggedIn)}
      </Notice>
    </LinkPage>
  )
}
