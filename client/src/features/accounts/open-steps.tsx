import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { CurrentUser } from '@shared/accounts'
import type { ProfileStep } from '@shared/profile-completion'
import { post } from '@/lib/http'
import { paths } from '@/lib/paths'
import { useAction } from '@/lib/use-action'
import { ActionButton, buttonClass } from '@/ui/button'
import { profileCompletionQuery } from './account-api'

const names: Record<ProfileStep, string> = {
  'contact-details': 'Complete your contact details',
  email: 'Confirm your email',
  terms: 'Agree to the Terms and Privacy Policy',
  'proof-of-credit': 'Send proof of your credit',
  'payment-method': 'Choose how you’re paid',
}

/** Steps missing in someone's profile, in the order in which it is asked for; undefined while that is not known. */
export function useOpenSteps({ status }: Pick<CurrentUser, 'status'>): ProfileStep[] | undefined {
  const isAsked = status !== 'rejected'
  const { data } = useQuery({ ...profileCompletionQuery, enabled: isAsked })
  if (!isAsked) return []
  return data?.steps.flatMap(({ step, isDone }) =>
    // Proof of credit leads the page where it is missing.
    isDone || step === 'proof-of-credit' ? [] : [step],
  )
}

/** A list that empties: each thing that is open, with the way to do it. */
export function OpenSteps(props: {
  title: string
  /** One below the heading that it is under. */
  titleAs: 'h3' | 'h4'
  steps: ProfileStep[] | undefined
}) {
  const { title, titleAs: Title, steps } = props
  if (!steps?.length) return null
  return (
    <section aria-labelledby="open-steps" className="mt-5">
      <Title id="open-steps" tabIndex={-1} className="text-base font-medium">
        {title}
      </Title>
      <ul className="mt-2 divide-y border-y">
        {steps.map((step) => (
          <li
            key={step}
            className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3 sm:py-2"
          >
            <span>{names[step]}</span>
            {ways[step]}
          </li>
        ))}
      </ul>
    </section>
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
      Choose How We Pay You
    </a>
  ),
}

function SendLink() {
  const sending = useAction({
    send: () => post('/api/email-confirmation'),
    done: {
      title: 'Check your inbox',
      description: 'Open the link in our email to confirm your address.',
    },
    failure: 'The link was not sent',
  })
  return (
    <ActionButton action={sending} size="sm" variant="secondary">
      Send Me a Link
    </ActionButton>
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
