import type { ReactNode } from 'react'
import type { OwnMatch } from '@shared/matches'
import type { MatchCalls } from './api'

export interface IntroductionProps {
  match: OwnMatch
  zone: string
  calls: MatchCalls
  /** Of an entrepreneur, who has a link and no account. */
  link?: { recording: boolean | null }
}

interface StepProps {
  title: string
  actions?: ReactNode
  children: ReactNode
}

export function Step({ title, actions, children }: StepProps) {
  return (
    <div className="grid gap-5">
      <div className="min-w-0">
        <h3 className="text-lg wrap-anywhere">{title}</h3>
        <div className="mt-2">{children}</div>
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-3">{actions}</div> : null}
    </div>
  )
}
