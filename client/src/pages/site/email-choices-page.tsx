import { useState } from 'react'
import { Link } from 'wouter'
import {
  linkedMailKind,
  linkedMailKinds,
  mailChoiceToken,
  withdrawsConsent,
  type LinkedMailKind,
} from '@shared/mail-choices'
import { mailKindNames } from '@/features/mail/choices-api'
import { useSession } from '@/features/accounts/use-session'
import { post } from '@/lib/http'
import { paths } from '@/lib/paths'
import { useDocumentTitle } from '@/lib/use-document-title'
import { useSend } from '@/lib/use-send'
import { Checkbox } from '@/ui/checkbox'
import { Notice } from '@/ui/notice'
import { LinkPage } from './link-page'

const withdrawing = 'This withdraws your consent to email, so the others on this list stop, too.'

/** The kind of the mail whose link was opened. */
function readKind(): LinkedMailKind[] {
  const given = new URLSearchParams(window.location.hash.slice(1)).get('kind')
  const { data: kind } = linkedMailKind.safeParse(given)
  return kind ? [kind] : []
}

/**
 * Opened by the link in an email that can be turned off. It knows whose mails they are only once the button is
 * pressed, and shows nothing of the account.
 */
export function EmailChoicesPage() {
  useDocumentTitle('Turn Off Emails')
  const { user } = useSession()
  const [kinds, setKinds] = useState(readKind)
  const declining = useSend(
    (token: string) => post('/api/mail-choices/decline', { token, kinds }),
    // The person who is logged in here may be the one whose emails they are.
    { refreshes: ['/api/mail-choices', '/api/consents'] },
  )

  function handleChange(kind: LinkedMailKind, isChosen: boolean) {
    setKinds(isChosen ? [...kinds, kind] : kinds.filter((one) => one !== kind))
  }

  const toAccount = (
    <Link href={`${paths.account}#notifications`} className="link">
      {user ? 'Open your notifications' : 'Log in'}
    </Link>
  )
  return (
    <LinkPage
      title="Turn Off Emails"
      lede="Choose what you don’t want from us anymore. We’ll always send essential account emails: decisions, security notices, password resets, and replies to your messages."
      tokenSchema={mailChoiceToken}
      fields={
        <fieldset className="grid gap-4">
          <legend className="mb-4 font-medium">Don’t email me</legend>
          {linkedMailKinds.map((kind) => (
            <Checkbox
              key={kind}
              label={mailKindNames[kind]}
              hint={kind === withdrawsConsent ? withdrawing : undefined}
              checked={kinds.includes(kind)}
              onChange={({ target }) => handleChange(kind, target.checked)}
            />
          ))}
        </fieldset>
      }
      action="Turn Off"
      failure="Nothing was turned off"
      help={<>{toAccount} to choose there.</>}
      sending={declining}
    >
      <Notice tone="success" title="You won’t get these emails anymore">
        Changed your mind? {toAccount} to turn them on again.
      </Notice>
    </LinkPage>
  )
}
