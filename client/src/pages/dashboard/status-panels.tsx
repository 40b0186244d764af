import type { CurrentUser } from '@shared/accounts'
import type { ReviewStatus } from '@shared/review'
import { brand, supportPhoneHref } from '@/lib/brand'
import { Card, CardHeader } from '@/ui/card'
import { StatusBadge } from '@/ui/status-badge'
import { Timeline, type TimelineItem } from '@/ui/timeline'
import { Unbroken } from '@/ui/unbroken'

const welcomes: Record<ReviewStatus, string> = {
  pending:
    'Thank you for applying. Your proof of credit has reached us, and a member of our team reviews it now. We look for a personal credit score over 680.',
  approved:
    'You are an approved Credit Partner with full access to the portal. Results are not guaranteed; payments come from the entrepreneurs you are matched with.',
  rejected:
    'Thank you for applying. We could not approve your application this time. Your documents stay yours to see below.',
}

export function WelcomePanel({ user }: { user: CurrentUser }) {
  return (
    <Card as="section" aria-labelledby="welcome-title">
      <CardHeader id="welcome-title" title={`Welcome, ${user.firstName}`} />
      <p className="max-w-measure wrap-anywhere">{welcomes[user.status]}</p>
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
      <Unbroken>(9am-5pm ET Mon-Fri) or write to</Unbroken>{' '}
      <a className="link" href={`mailto:${brand.supportEmail}`}>
        {brand.supportEmail}
      </a>
      .
    </p>
  )
}

const explanations: Record<ReviewStatus, { title: string; text: string }> = {
  pending: {
    title: 'Application Under Review',
    text: 'The typical review takes 2-3 business days. You need to do nothing meanwhile.',
  },
  approved: {
    title: 'Application Approved',
    text: 'You have full portal access. Our team will contact you to match you with an entrepreneur.',
  },
  rejected: {
    title: 'Application Not Approved',
    text: 'Please contact support to learn what stood in the way and what you can do about it.',
  },
}

const timelines: Record<ReviewStatus, TimelineItem[]> = {
  pending: [
    { title: 'Application received', state: 'done' },
    { title: 'Review', state: 'current', description: '2-3 business days' },
    { title: 'Matching with an entrepreneur', state: 'upcoming' },
  ],
  approved: [
    { title: 'Application received', state: 'done' },
    { title: 'Review', state: 'done' },
    { title: 'Matching with an entrepreneur', state: 'current' },
  ],
  rejected: [
    { title: 'Application received', state: 'done' },
    { title: 'Review', state: 'done' },
    { title: 'Contact support', state: 'current' },
  ],
}

export function StatusPanel({ status }: { status: ReviewStatus }) {
  const { title, text } = explanations[status]
  return (
    <Card as="section" aria-labelledby="status-title">
      <CardHeader
        id="status-title"
        title="Application Status"
        actions={<StatusBadge status={status} />}
      />
      <h3 className="text-lg">{title}</h3>
      <p className="mt-2 text-muted">
        <Unbroken>{text}</Unbroken>
      </p>
      <Timeline items={timelines[status]} className="mt-6" />
    </Card>
  )
}
