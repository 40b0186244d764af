import type { CurrentUser } from '@shared/accounts'
import { addBusinessDays, closingTimeAfter, formatBusinessDay } from '@shared/business-days'
import type { OwnMatch } from '@shared/matches'
import { formatMeetingDay, promisedDays } from '@shared/meeting-time'
import { phaseOf, zoneOf } from '@/features/matches/match-times'
import { formatDate } from '@/lib/format'
import { shortenFileName } from '@/ui/file-name'
import type { TimelineItem } from '@/ui/timeline'
import type { ApplicationStatus } from './application-status'

/** In business days; as the texts of the page say. */
const longestReview = 3
const reapplyAfterDays = 90

/** Past and coming steps, with dates. Exactly one of them is now. */
export function getSteps(
  user: CurrentUser,
  application: ApplicationStatus,
  match: OwnMatch | null,
  now = Date.now(),
): TimelineItem[] {
  return [
    { title: 'Application received', state: 'done', description: formatDate(user.createdAt) },
    ...reopening(user),
    verification(application),
    decision(user, application),
    ...afterwards(user, application, { match, now }),
  ]
}

function reopening({ status, statusAt }: CurrentUser): TimelineItem[] {
  if (status !== 'pending' || !statusAt) return []
  return [{ title: 'Review reopened', state: 'done', description: formatDate(statusAt) }]
}

function verification({ phase, waiting }: ApplicationStatus): TimelineItem {
  const title = 'Credit verification'
  if (phase === 'loading') return { title, state: 'current' }
  if (phase === 'asked') return { title, state: 'current', description: 'Waiting for your answer' }
  if (phase === 'replace')
    return { title, state: 'current', description: 'Waiting for a new document' }
  if (phase === 'prove')
    return { title, state: 'current', description: 'Waiting for your proof of credit' }
  if (phase !== 'check') return { title, state: 'done' }
  return { title, state: 'current', description: describeReview(waiting) }
}

/** In the queue until someone has opened what was sent, then what and when. */
function describeReview({ files, logins }: ApplicationStatus['waiting']): string {
  const readable = files.filter(({ quarantine }) => !quarantine)
  if (readable.length === 0 && logins.length === 0) return 'Waiting for a virus check'
  const opened = [
    ...readable.map(({ fileName, lastOpenedAt }) => ({
      what: shortenFileName(fileName),
      at: lastOpenedAt,
    })),
    ...logins.map(({ serviceName, lastOpenedAt }) => ({
      what: `your login for ${serviceName}`,
      at: lastOpenedAt,
    })),
  ].flatMap(({ what, at }) => (at ? [{ what, at }] : []))
  const last = opened.toSorted((left, right) => left.at.localeCompare(right.at)).at(-1)
  return last ? `A reviewer opened ${last.what} on ${formatDate(last.at)}` : 'In the queue'
}

function decision(user: CurrentUser, { phase, since }: ApplicationStatus): TimelineItem {
  const title = 'Decision'
  const on = user.statusAt ? ` ${formatDate(user.statusAt)}` : ''
  if (phase === 'approved') return { title, state: 'done', description: `Approved${on}` }
  if (phase === 'rejected') return { title, state: 'done', description: `Not approved${on}` }
  if (phase === 'loading') return { title, state: 'upcoming' }
  if (phase === 'asked')
    return {
      title,
      state: 'upcoming',
      description: 'Your review is paused until we hear from you',
    }
  if (phase === 'replace' || phase === 'prove')
    return { title, state: 'upcoming', description: 'Usually 2-3 business days after that' }
  const state = phase === 'decide' ? 'current' : 'upcoming'
  const due = addBusinessDays(since, longestReview)
  return due.getTime() < Date.now()
    ? { title, state, description: 'Taking longer than usual. We’re still on it.' }
    : { title: `Decision by ${formatBusinessDay(due)}`, state }
}

function afterwards(
  { statusAt }: CurrentUser,
  { phase }: ApplicationStatus,
  { match, now }: { match: OwnMatch | null; now: number },
): TimelineItem[] {
  if (phase === 'rejected') {
    return [{ title: 'Contact support', state: 'current', ...(statusAt && reapplying(statusAt)) }]
  }
  const title = 'Matching with an entrepreneur'
  if (phase !== 'approved') return [{ title, state: 'upcoming' }]
  if (match?.state === 'succeeded') {
    const agreement = {
      title: 'Your agreement',
      description: `Our team will ${match.agreementBy} you about it`,
    }
    return [
      { title, state: 'done', description: 'It’s a match' },
      { ...agreement, state: 'current' },
    ]
  }
  if (match) return [{ title, state: 'current', description: describeMatch(match, now) }]
  const due = statusAt ? closingTimeAfter(new Date(statusAt), promisedDays) : null
  const isAhead = due !== null && due.getTime() >= now
  return [
    {
      title,
      state: 'current',
      ...(isAhead && { description: `You’ll meet by ${formatBusinessDay(due)}` }),
    },
  ]
}

/** In the words of the introduction's own panel. */
function describeMatch(match: OwnMatch, now: number): string {
  const { startsAt, other, isOneMoreComing } = match
  const day = startsAt === null ? '' : formatMeetingDay(new Date(startsAt), zoneOf(match))
  const words: Record<ReturnType<typeof phaseOf>, string> = {
    choose: 'Choose a time to meet',
    chosen: 'We’re arranging your meeting',
    'no-times': 'We’re finding new times',
    booked: `Meeting ${other.firstName} on ${day}`,
    over: `Your meeting was on ${day}`,
    met: `You’ve met ${other.firstName}. Please give your answer`,
    accepted: `You accepted. Waiting for ${other.firstName}’s answer`,
    succeeded: 'It’s a match',
    ended: isOneMoreComing
      ? 'We’re looking for one more entrepreneur'
      : 'Please call us about what comes next',
  }
  return words[phaseOf(match, now)]
}

function reapplying(statusAt: string) {
  const from = new Date(statusAt)
  from.setDate(from.getDate() + reapplyAfterDays)
  return { description: `You may reapply from ${formatDate(from)}` }
}
