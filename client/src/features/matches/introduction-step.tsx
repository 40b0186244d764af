import { useEffect, useState, type ReactNode } from 'react'
import { useFormState, useWatch, type FieldValues } from 'react-hook-form'
import { linkContactsRequest, type OwnMatch } from '@shared/matches'
import { z } from '@shared/zod'
import { type FieldBinding, TextField } from '@/ui/form-fields'
import { Unbroken } from '@/ui/unbroken'
import type { MatchCalls } from './api'

/** For an entrepreneur, who has a link and no account. */
export interface LinkProof {
  recording: boolean | null
  /** The digits that they typed, in whatever form of the page. */
  digits: string
  onDigits: (digits: string) => void
}

export interface IntroductionProps {
  match: OwnMatch
  zone: string
  calls: MatchCalls
  link?: LinkProof | undefined
}

interface StepProps extends Pick<IntroductionProps, 'link'> {
  title: string
  explain: string
  actions?: ReactNode
  /** Below the actions. */
  after?: ReactNode
  children?: ReactNode
}

export function Step({ link, title, explain, actions, after, children }: StepProps) {
  // Below the title of a page of its own, or of a card on the dashboard.
  const Heading = link ? 'h2' : 'h3'
  return (
    <div className="grid gap-5">
      <div className="grid min-w-0 gap-2">
        <Heading tabIndex={-1} className="text-lg wrap-anywhere">
          <Unbroken>{title}</Unbroken>
        </Heading>
        <p className="max-w-measure wrap-anywhere">
          <Unbroken>{explain}</Unbroken>
        </p>
      </div>
      {children ? <div className="grid gap-5">{children}</div> : null}
      {actions ? <div className="flex flex-wrap items-center gap-3">{actions}</div> : null}
      {after}
    </div>
  )
}

const isWhole = (digits: string) => linkContactsRequest.shape.phoneEnd.safeParse(digits).success

/**
 * Programs that scan mail open links and press buttons; they don't know the phone on file. Asked once: what was typed in
 * another form of the page counts in this one.
 */
export function PhoneEndField<V extends FieldValues, O>({
  link,
  ...binding
}: FieldBinding<V, O, string | undefined> & { link: LinkProof }) {
  const { digits, onDigits } = link
  const typed = z.string().catch('').parse(useWatch(binding))
  const { errors } = useFormState(binding)
  const [isAsked, setIsAsked] = useState(!isWhole(digits))
  if (!isAsked && errors[binding.name]) setIsAsked(true)
  useEffect(() => onDigits(typed), [typed, onDigits])
  if (!isAsked) return null
  return (
    <TextField
      {...binding}
      label="Last 4 digits of your phone number"
      hint="So that we know it’s you. Your whole number works, too."
      inputMode="numeric"
      className="max-w-72"
    />
  )
}
