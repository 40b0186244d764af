import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { OwnMatch } from '@shared/matches'
import { type FieldBinding, TextField } from '@/ui/form-fields'
import type { MatchCalls } from './api'

export interface IntroductionProps {
  match: OwnMatch
  zone: string
  calls: MatchCalls
  /** Whether it is an entrepreneur, who has a link and no account. */
  link?: { recording: boolean | null }
}

interface StepProps extends Pick<IntroductionProps, 'link'> {
  title: string
  actions?: ReactNode
  children: ReactNode
}

export function Step({ link, title, actions, children }: StepProps) {
  // Below the title of a page of its own, or of a card on the dashboard.
  const Heading = link ? 'h2' : 'h3'
  return (
    <div className="grid gap-5">
      <div className="min-w-0">
        <Heading tabIndex={-1} className="text-lg wrap-anywhere">
          {title}
        </Heading>
        <div className="mt-2">{children}</div>
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-3">{actions}</div> : null}
    </div>
  )
}

/** Programs that scan mail open links and press buttons; they don't know the phone on file. */
export const PhoneEndField = <V extends FieldValues, O>(
  binding: FieldBinding<V, O, string | undefined>,
) => (
  <TextField
    {...binding}
    label="Last 4 digits of your phone number"
    hint="So that we know it’s you. Your whole number works, too."
    inputMode="numeric"
    className="max-w-72"
  />
)
