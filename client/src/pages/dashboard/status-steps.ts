import type { CurrentUser } from '@shared/accounts'
import { addBusinessDays, formatBusinessDay } from '@shared/business-days'
import { formatDate } from '@/lib/format'
import { shortenFileName } from '@/ui/file-label'
import type { TimelineItem } from '@/ui/timeline'
import type { Standing } from './standing'

/** In business days; as the texts of the page say. */
const longestReview = 3
const longestWaitForCall = 2
const reapplyAfterDays = 90

/** What has happened and what comes, with dates. Exactly one of it is now. */
export function getSteps(user: CurrentUser, standing: Standing): TimelineItem[] {
  return [
    { title: 'Application received', state: 'done', description: formatDate(user.createdAt) },
    ...reopening(user),
    verification(standing),
    decision(user, standing),
    afterwards(user, standing),
  ]
}

function reopening({ status, statusAt }: CurrentUser): TimelineItem[] {
  if (status !== 'pending' || !statusAt) return []
  return [{ title: 'Review reopened', state: 'done', description: formatDate(statusAt) }]
}

function verification({ phase, waiting }: Standing): TimelineItem {
  const title = 'Credit verification'
  if (phase === 'loading') return { title, state: 'current' }
  if (phase === 'replace')
    return { title, state: 'current', description: 'Waiting for a new document' }
  if (phase === 'prove')
    return { title, state: 'current', description: 'Waiting for your proof of credit' }
  if (phase !== 'check') return { title, state: 'done' }
  const readable = waiting.files.filter(({ quarantine }) => !quarantine)
  const names = [
    ...readable.map(({ fileName }) => shortenFileName(fileName)),
    ...waiting.logins.map(({ serviceName }) => `your login for ${serviceName}`),
  ]
  const description =
    names.length > 0 ? `We’re looking at ${listed(names)}` : 'Waiting for a virus check'
  return { title, state: 'current', description }
}

const listed = (names: string[]) => new Intl.ListFormat('en-US').format(names)

function decision(user: CurrentUser, { phase, since }: Standing): TimelineItem {
  const title = 'Decision'
  const on = user.statusAt ? ` ${formatDate(user.statusAt)}` : ''
  if (phase === 'approved') return { title, state: 'done', description: `Approved${on}` }
  if (phase === 'rejected') return { title, state: 'done', description: `Not approved${on}` }
  if (phase === 'loading') return { title, state: 'upcoming' }
  if (phase === 'replace' || phase === 'prove')
    return { title, state: 'upcoming', description: 'Usually 2-3 business days after that' }
  const state = phase === 'decide' ? 'current' : 'upcoming'
  const due = addBusinessDays(since, longestReview)
  return due.getTime() < Date.now()
    ? { title, state, description: 'Taking longer than usual. We’re still on it.' }
    : { title: `Decision by ${formatBusinessDay(due)}`, state }
}

function afterwards({ statusAt }: CurrentUser, { phase }: Standing): TimelineItem {
  if (phase === 'rejected') {
    return { title: 'Contact support', state: 'current', ...(statusAt && reapplying(statusAt)) }
  }
  const title = 'Matching with an entrepreneur'
  if (phase !== 'approved') return { title, state: 'upcoming' }
  const due = statusAt ? addBusinessDays(new Date(statusAt), longestWaitForCall) : null
  const isAhead = due !== null && due.getTime() >= Date.now()
  return {
    title,
    state: 'current',
    ...(isAhead && { description: `We’ll contact you by ${formatBusinessDay(due)}` }),
  }
}

function reapplying(statusAt: string) {
  const from = new Date(statusAt)
  from.setDate(from.getDate() + reapplyAfterDays)
  return { description: `You may reapply from ${formatDate(from)}` }
}
