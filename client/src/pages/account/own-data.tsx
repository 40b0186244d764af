import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { closingDays, type CurrentUser } from '@shared/accounts'
import { formatCents } from '@shared/money'
import { deskQuery } from '@/features/referrals/desk-api'
import { formatDay } from '@/lib/format'
import { post } from '@/lib/http'
import { sessionKey } from '@/lib/session'
import { useAction } from '@/lib/use-action'
import { ActionButton, Button, buttonClass } from '@/ui/button'
import { Notice } from '@/ui/notice'

const path = '/api/account/data'

export function OwnData() {
  const [isReady, setIsReady] = useState(false)
  const asking = useAction({
    send: () => post(path, {}),
    failure: 'Your copy was not prepared',
    onDone: () => setIsReady(true),
  })

  return (
    <div>
      <p className="mb-5 max-w-measure">
        A ZIP file with your details, your documents with every version we keep, your shared logins
        without their passwords, our emails to you, and what was recorded about your account. Keep
        it safe: it’s as private as your credit report. You can download up to 3 copies a day.
      </p>
      {isReady ? (
        <>
          <Notice tone="success" title="Your copy is ready" className="mb-5">
            Download it within the next 10 minutes.
          </Notice>
          <a href={path} download className={buttonClass({})}>
            <Download aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
            Download My Data
          </a>
        </>
      ) : (
        <ActionButton action={asking} variant="secondary" icon={<Download />}>
          Get My Data
        </ActionButton>
      )}
    </div>
  )
}

export function CloseAccount() {
  const [isAsking, setIsAsking] = useState(false)
  const questionId = useId()
  // The page that asks whether to keep the account replaces this one.
  const closing = useAction({
    send: () => post<CurrentUser>('/api/account/close', {}),
    sets: sessionKey,
    failure: 'Your account was not closed',
  })

  return (
    <div>
      <div className="mb-5 max-w-measure space-y-3">
        <p>
          You have {closingDays} days to change your mind: log in during that time and keep your
          account. During those days your account is paused and we won’t email you.
        </p>
        <p>
          After {closingDays} days we remove your details, your documents with every earlier version
          and backup copy, your shared logins, and our emails to you. This can’t be undone. We keep
          a record that an account was closed, without your name. If someone earned a reward for
          referring you, we also keep a scrambled code of your email and phone so no one is paid
          twice. Get a copy of your data first if you want to keep it.
        </p>
      </div>
      {isAsking ? (
        <div role="group" aria-labelledby={questionId}>
          <p id={questionId} className="mb-5 font-medium">
            Close your account? You’ll be logged out everywhere else.
          </p>
          <div className="flex flex-wrap gap-3">
            {/* First, as it gets the focus: a key that is held must not close the account. */}
            <Button variant="secondary" onClick={() => setIsAsking(false)}>
              Cancel
            </Button>
            <ActionButton action={closing} variant="danger">
              Close My Account
            </ActionButton>
          </div>
        </div>
      ) : (
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          Close My Account
        </Button>
      )}
    </div>
  )
}

/** Before someone closes the account: what would not be paid any more. Nothing where nothing is owed. */
export function OwedNotice() {
  const { data: desk } = useQuery(deskQuery)
  if (!desk) return null
  const { rewards, next } = desk
  const owedCents = rewards.payableCents + rewards.payingCents
  if (owedCents <= 0) return null
  return (
    <Notice
      tone="warning"
      className="mb-5"
      title={`We still owe you ${formatCents(owedCents)} for your referrals`}
    >
      We don’t pay closed accounts.{' '}
      {next
        ? `If you want to be paid, wait for your next payout on ${formatDay(next.day)}.`
        : 'If you want to be paid, wait for your payout before you close yours.'}
    </Notice>
  )
}
