import { ChevronDown, CircleCheck } from 'lucide-react'
import { Link } from 'wouter'
import type { CurrentUser } from '@shared/accounts'
import type { OwnMatch } from '@shared/matches'
import type { OwnAnswer } from '@shared/questions'
import type { ReviewStatus } from '@shared/review'
import { tellWaiting } from '@shared/tell-introduction'
import { EmailLine, isNewHere } from '@/features/accounts/email-line'
import { formatDate, formatMonthDay } from '@/lib/format'
import { paths } from '@/lib/paths'
import { buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'
import { Notice } from '@/ui/notice'
import { SupportEmail, SupportPhone } from '@/ui/support-links'
import { Timeline } from '@/ui/timeline'
import { Unbroken } from '@/ui/unbroken'
import type { Phase, ApplicationStatus } from './application-status'
import type { CardProps, PartnerState } from './partner-state'
import { getSteps, tellMatch } from './status-steps'

const weLookFor = 'You’ll need a personal credit score over 680.'
const thanks = `Thank you for applying. ${weLookFor}`

const welcomes: Record<Phase, string> = {
  loading: thanks,
  asked: thanks,
  replace: thanks,
  prove: thanks,
  check: `Thank you for applying. We have your proof of credit. ${weLookFor}`,
  decide: `Thank you for applying. We’ve checked your proof of credit and will decide about your application next. ${weLookFor}`,
  approved:
    'You are an approved Credit Partner with full access to the portal. Results are not guaranteed; payments come from the entrepreneurs you’re matched with.',
  rejected: 'Thank you for applying.',
}

export function WelcomePanel({ user, application }: PartnerState) {
  return (
    <Card title={`Welcome, ${user.firstName}`}>
      <p className="max-w-measure wrap-anywhere">{welcomes[application.phase]}</p>
      <p className="mt-3 border-t pt-3 text-sm text-muted md:mt-5 md:pt-4">
        Questions? Call <SupportPhone /> <Unbroken>(9am-5pm ET Mon-Fri) or email</Unbroken>{' '}
        <SupportEmail />.
      </p>
    </Card>
  )
}

export const statusTitles: Record<ReviewStatus, string> = {
  pending: 'Application Under Review',
  approved: 'Application Approved',
  rejected: 'Application Not Approved',
}

/** The badge in the header says the status; here it is in words, in one line once that is settled. */
export function StatusPanel({ isSettled, ...state }: CardProps) {
  if (!isSettled)
    return (
      <Card titleId="status-title" title="Application Status">
        <Status {...state} />
      </Card>
    )
  const { status, statusAt } = state.user
  return (
    <Card className="px-4 sm:px-5 md:px-7" titleId="status-title">
      <details className="group">
        <summary className="flex min-h-14 list-none flex-wrap items-center gap-x-3 py-3 [&::-webkit-details-marker]:hidden">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success" />
          <h2 id="status-title" className="text-base max-sm:sr-only">
            Application Status
          </h2>
          <span className="whitespace-nowrap">
            {statusTitles[status]} {statusAt ? formatMonthDay(statusAt) : ''}
          </span>
          <ChevronDown
            aria-hidden="true"
            className="ml-auto size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="pt-2 pb-5">
          <Status {...state} />
        </div>
      </details>
    </Card>
  )
}

function Status({ user, application, match, openSteps, now }: PartnerState) {
  const hasOpenSteps = openSteps && openSteps.length > 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2 lg:gap-10">
      <div className="min-w-0">
        <h3 id="application-title" tabIndex={-1} className="text-lg">
          {statusTitles[user.status]}
        </h3>
        {user.statusReason ? (
          <Notice tone="danger" title="Why we couldn’t approve it" className="mt-3">
            <p className="wrap-anywhere whitespace-pre-line">{user.statusReason}</p>
          </Notice>
        ) : null}
        <p className="mt-2 text-muted">
          <Unbroken>{explain(user, application, match, now, hasOpenSteps)}</Unbroken>
        </p>
        {user.status === 'pending' && isNewHere(user) ? (
          <EmailLine user={user} className="mt-4" />
        ) : null}
        {user.answers?.map((answer) => (
          <Answer key={answer.id} {...answer} />
        ))}
        {user.status === 'rejected' ? (
          <Link href={paths.support} className={buttonClass({ className: 'mt-4 max-sm:w-full' })}>
            Write to Us
          </Link>
        ) : null}
      </div>
      <Timeline items={getSteps(user, application, match, now)} />
    </div>
  )
}

function Answer({ words, askedAt, answer, answeredAt }: OwnAnswer) {
  return (
    <dl className="mt-4 grid gap-y-3 border-t pt-4 wrap-anywhere whitespace-pre-line">
      <div>
        <dt className="text-sm text-muted">We asked, {formatDate(askedAt)}</dt>
        <dd>{words}</dd>
      </div>
      <div>
        <dt className="text-sm text-muted">You answered, {formatDate(answeredAt)}</dt>
        <dd>{answer ?? 'You sent a document.'}</dd>
      </div>
    </dl>
  )
}

const typical = 'The typical review takes 2-3 business days.'

function explain(
  { statusReason }: CurrentUser,
  { phase }: ApplicationStatus,
  match: OwnMatch | null,
  now: number,
  /** Undefined while that is not known. */
  hasOpenSteps: boolean | undefined,
): string {
  const nothingToDo = hasOpenSteps === false ? ' You don’t need to do anything right now.' : ''
  const texts: Record<Phase, string> = {
    loading: typical,
    asked: `${typical} It continues once we hear from you.`,
    replace: `${typical} It continues once we have your new document.`,
    prove: `${typical} It starts once we have proof of your credit.`,
    check: `${typical}${nothingToDo}`,
    decide: `${typical}${nothingToDo}`,
    approved: (match ? tellMatch(match, now) : tellWaiting(null, now)).welcome,
    rejected: `Please contact support to find out ${statusReason ? '' : 'why and '}what you can do next. You may reapply after 90 days.`,
  }
  return texts[phase]
}
