import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ProfileStep } from '@shared/profile-completion'
import { paths } from '@/lib/paths'
import { toastError } from '@/lib/toast-error'
import { Button, buttonClass } from '@/ui/button'
import { Card, CardHeader } from '@/ui/card'
import { ProgressBar } from '@/ui/progress-bar'
import { toast } from '@/ui/toast'
import { profileCompletionQuery, useAcceptTerms, useSendConfirmationLink } from './profile-api'

const names: Record<ProfileStep, string> = {
  'contact-details': 'Contact details',
  email: 'Email confirmed',
  terms: 'Terms and Privacy Policy',
  'proof-of-credit': 'Proof of credit',
  'payment-method': 'Payment method',
}

/** How complete someone's profile is, and the way to each thing that is missing. */
export function ProfilePanel() {
  const { data } = useQuery(profileCompletionQuery)
  if (!data) return null
  const { percent, steps } = data
  return (
    <Card as="section" aria-labelledby="profile-title">
      <CardHeader
        id="profile-title"
        title={percent === 100 ? 'Your Profile Is Complete' : 'Complete Your Profile'}
        description={
          percent === 100
            ? 'Payouts and matching are unlocked.'
            : 'At 100%, payouts and matching are unlocked.'
        }
      />
      <div className="flex items-center gap-4">
        <ProgressBar value={percent / 100} label="Profile completion" />
        <span className="figures shrink-0 font-medium">{percent}%</span>
      </div>
      {percent === 100 ? null : (
        <ul className="mt-5 divide-y border-t">
          {steps.map(({ step, isDone }) => (
            <li
              key={step}
              className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3 sm:py-2"
            >
              <span className="flex items-center gap-3">
                {isDone ? (
                  <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" />
                ) : (
                  <Circle aria-hidden="true" className="size-5 shrink-0 text-control" />
                )}
                <span>{names[step]}</span>
                <span className="sr-only">{isDone ? ', done' : ', missing'}</span>
              </span>
              {isDone ? null : ways[step]}
            </li>
          ))}
        </ul>
      )}
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
      Choose How We Pay You
    </a>
  ),
}

interface StepButtonProps {
  isPending: boolean
  act: () => Promise<unknown>
  /** What is said when it did not work. */
  failure: string
  children: ReactNode
}

function StepButton({ isPending, act, failure, children }: StepButtonProps) {
  async function handleClick() {
    try {
      await act()
    } catch (error) {
      toastError(failure, error)
    }
  }
  return (
    <Button size="sm" variant="secondary" pending={isPending} onClick={() => void handleClick()}>
      {children}
    </Button>
  )
}

function SendLink() {
  const { isPending, mutateAsync } = useSendConfirmationLink()
  async function send() {
    await mutateAsync()
    toast({
      title: 'Check your inbox',
      description: 'Open the link in our email to confirm your address.',
    })
  }
  return (
    <StepButton isPending={isPending} act={send} failure="The link was not sent">
      Send Me a Link
    </StepButton>
  )
}

function AcceptTerms() {
  const { isPending, mutateAsync } = useAcceptTerms()
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
      <StepButton
        isPending={isPending}
        act={() => mutateAsync()}
        failure="Your agreement was not saved"
      >
        I Agree to Both
      </StepButton>
    </span>
  )
}
