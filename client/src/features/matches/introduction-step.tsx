import type { ReactNode } from 'react'
import type { OwnMatch } from '@shared/matches'
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
