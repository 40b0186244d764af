import type { CurrentUser } from '@shared/accounts'
import type { ReviewStatus } from '@shared/review'
import { brand, supportPhoneHref } from '@/lib/brand'
import { addBusinessDays } from '@/lib/business-days'
import { formatDate } from '@/lib/format'
import { Card, CardHeader } from '@/ui/card'
import { Notice } from '@/ui/notice'
import { Timeline, type TimelineItem } from '@/ui/timeline'
import { Unbroken } from '@/ui/unbroken'

const weLookFor = 'We look for a personal credit score over 680.'

const welcomes: Record<ReviewStatus, string> = {
  pending: `Thank you for applying. We have your proof of credit. A member of our team is reviewing it. ${weLookFor}`,
  approved:
    'You are an approved Credit Partner with full access to the portal. Results are not guaranteed; payments come from the entrepreneurs you’re matched with.',
  rejected:
    'Thank you for applying. We couldn’t approve your application this time. You can still see your documents below.',
}

interface PanelProps {
  user: CurrentUser
  /** Something that was sent was rejected, and has to be sent again. */
  needsProof: boolean
}

export function WelcomePanel({ user, needsProof }: PanelProps) {
  const text = needsProof ? `Thank you for applying. ${weLookFor}` : welcomes[user.status]
  return (
    <Card as="section" aria-labelledby="welcome-title">
      <CardHeader id="welcome-title" title={`Welcome, ${user.firstName}`} />
      <p className="max-w-measure wrap-anywhere">{text}</p>
      <ContactLine />
    </Card>
  )
}

function ContactLine() {
  return (
    <p className="mt-4 text-sm text-muted">
      Questions? Call{' '}
      <a className="link whitespace-nowrap" href={supportPhoneHref}>
        {brand.supportPhone}
      </a>{' '}
      <Unbroken>(9am-5pm ET Mon-Fri) or email</Unbroken>{' '}
      <a className="link" href={`mailto:${brand.supportEmail}`}>
        {brand.supportEmail}
      </a>
      .
    </p>
  )
}

const titles: Record<ReviewStatus, string> = {
  pending: 'Application Under Review',
  approved: 'Application Approved',
  rejected: 'Application Not Approved',
}

/** The badge in the header says the status; here it is in words. */
export function StatusPanel({ user, needsProof }: PanelProps) {
  return (
    <Card as="section" aria-labelledby="status-title">
      <CardHeader id="status-title" title="Application Status" />
      <div className="grid gap-6 lg:grid-cols-2 lg:gap-10">
        <div className="min-w-0">
          <h3 className="text-lg">{titles[user.status]}</h3>
          {needsProof ? (
            <ProofNeeded />
          ) : (
            <p className="mt-2 text-muted">
              <Unbroken>{explain(user)}</Unbroken>
            </p>
          )}
          {user.statusReason ? (
            <Notice tone="danger" title="Why we couldn’t approve it" className="mt-4">
              <p className="wrap-anywhere whitespace-pre-line">{user.statusReason}</p>
            </Notice>
          ) : null}
        </div>
        <Timeline items={getSteps(user, needsProof)} />
      </div>
    </Card>
  )
}

function ProofNeeded() {
  return (
    <Notice tone="warning" title="We need something from you" className="mt-3">
      We couldn’t use everything you sent.{' '}
      <a href="#documents-title" className="link">
        See why below
      </a>
      , and upload a new document so that we can continue your review.
    </Notice>
  )
}

function explain({ status, statusReason }: CurrentUser): string {
  if (status === 'pending')
    return 'The typical review takes 2-3 business days. You don’t need to do anything right now.'
  if (status === 'approved')
    return 'You have full portal access. Our team will contact you to match you with an entrepreneur.'
  const contact = statusReason
    ? 'Please contact support to find out what you can do next.'
    : 'Please contact support to find out why and what you can do next.'
  return `${contact} You may reapply after 90 days.`
}

const longestReviewDays = 3

function getSteps(user: CurrentUser, needsProof: boolean): TimelineItem[] {
  const { status, statusAt, createdAt } = user
  const received: TimelineItem = {
    title: 'Application received',
    state: 'done',
    description: formatDate(createdAt),
  }
  if (status === 'pending') {
    return [
      received,
      {
        title: 'Review',
        state: 'current',
        description: needsProof ? 'Waiting for a new document' : expectDecision(user),
      },
      { title: 'Matching with an entrepreneur', state: 'upcoming' },
    ]
  }
  const next = status === 'approved' ? 'Matching with an entrepreneur' : 'Contact support'
  return [
    received,
    {
      title: 'Review',
      state: 'done',
      ...(statusAt && { description: `Decided ${formatDate(statusAt)}` }),
    },
    { title: next, state: 'current' },
  ]
}

/** Back at 'pending', the review began anew. */
function expectDecision({ createdAt, statusAt }: CurrentUser): string {
  const due = addBusinessDays(new Date(statusAt ?? createdAt), longestReviewDays)
  return due.getTime() < Date.now()
    ? 'Taking longer than usual. We’re still on it.'
    : `Decision usually by ${formatDate(due)}`
}
