import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { CurrentUser } from '@shared/accounts'
import type { ProfileStep } from '@shared/profile-completion'
import { announce } from '@/lib/announce'
import { formatSince } from '@/lib/format'
import { post } from '@/lib/http'
import { paths } from '@/lib/paths'
import { useAction } from '@/lib/use-action'
import { ActionButton, buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'
import { Unbroken } from '@/ui/unbroken'
import { profileCompletionQuery } from './account-api'
import { useSession } from './use-session'

const names: Record<ProfileStep, string> = {
  'contact-details': 'Complete your contact details',
  email: 'Confirm your email',
  terms: 'Agree to the Terms and Privacy Policy',
  'proof-of-credit': 'Send proof of your credit',
  'payment-method': 'Payout method',
}

/** Steps missing in someone's profile, in the order in which it is asked for; undefined while that is not known. */
export function useOpenSteps({ status }: Pick<CurrentUser, 'status'>) {
  const isAsked = status !== 'rejected'
  const { data, isLoading } = useQuery({ ...profileCompletionQuery, enabled: isAsked })
  const open = data?.steps.flatMap(({ step, isDone }) =>
    // Proof of credit leads the page where it is missing.
    isDone || step === 'proof-of-credit' ? [] : [step],
  )
  return { open: isAsked ? open : [], isLoading }
}

interface OpenStepsProps {
  title: string
  steps: readonly ProfileStep[] | undefined
  children?: ReactNode
}

/** A list that empties: each thing that is open, with the way to do it. */
export function OpenSteps({ title, steps, children }: OpenStepsProps) {
  if (!steps?.length) return null
  return (
    <Card title={title} titleId="open-steps">
      {children}
      <ul className="divide-y">
        {steps.map((step) => (
          <li
            key={step}
            className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 sm:py-2"
          >
            <span>{names[step]}</span>
            {ways[step]}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const look = buttonClass({ size: 'sm', variant: 'secondary' })

const ways: Record<ProfileStep, ReactNode> = {
  'contact-details': (
    <Link href={paths.account} className={look}>
      Add Your Details
    </Link>
  ),
  email: <SendLink />,
  terms: <AcceptTerms />,
  'proof-of-credit': (
    <a href="#documents-title" className={look}>
      Add Proof of Credit
    </a>
  ),
  'payment-method': (
    <a href="#payment-settings" className={look}>
      Add Payout Method
    </a>
  ),
}

function SendLink() {
  const { user } = useSession()
  const [sentAt, setSentAt] = useState<string | null>(null)
  const sending = useAction({
    send: () => post('/api/email-confirmation'),
    onDone() {
      setSentAt(new Date().toISOString())
      announce([`Sent to ${user?.email}`])
    },
    failure: 'The link was not sent',
  })
  if (sentAt === null)
    return (
      <ActionButton action={sending} size="sm" variant="secondary">
        Email Me a Link
      </ActionButton>
    )
  return (
    <p className="w-full text-sm text-muted">
      <span className="wrap-anywhere">Sent to {user?.email}</span>
      <Unbroken>{` at ${formatSince(sentAt)}. `}</Unbroken>
      <span>Not there? Check spam, or </span>
      <button
        type="button"
        className="link pointer-coarse:min-h-11"
        disabled={sending.isPending}
        onClick={() => void sending.act()}
      >
        send it again
      </button>
      <span>.</span>
    </p>
  )
}

function AcceptTerms() {
  const acceptance = useAction({
    send: () => post('/api/account/terms', { agreeToTerms: true }),
    refreshes: [...profileCompletionQuery.queryKey],
    failure: 'Your agreement was not saved',
  })
  return (
    <span className="flex flex-wrap items-center gap-3 text-sm sm:ml-auto">
      <span>
        Read our{' '}
        <Link href={paths.terms} className="link">
          Terms of Use
        </Link>{' '}
        and{' '}
        <Link href={paths.privacy} className="link">
          Privacy Policy
        </Link>
      </span>
      <ActionButton action={acceptance} size="sm" variant="secondary">
        I Agree to Both
      </ActionButton>
    </span>
  )
}
