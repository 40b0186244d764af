import type { CurrentUser } from '@shared/accounts'
import { addBusinessDays, closingTimeAfter, formatBusinessDay } from '@shared/business-days'
import type { OwnMatch } from '@shared/matches'
import { promisedDays } from '@shared/meeting-time'
import { tellIntroduction, tellWaiting } from '@shared/tell-introduction'
import { zoneOf } from '@/features/matches/match-times'
import { formatDate } from '@/lib/format'
import { shortenFileName } from '@/ui/file-name'
import type { TimelineItem } from '@/ui/timeline'
import type { ApplicationStatus } from './application-status'

/** A partner's introduction in words, as on every part of the page that shows it. */
export const tellMatch = (match: OwnMatch, now: number) =>
  tellIntroduction(match, { side: 'partner', zone: zoneOf(match), now })

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
  const due = statusAt ? closingTimeAfter(new Date(statusAt), promisedDays) : null
  const { phase: at, step } = match ? tellMatch(match, now) : tellWaiting(due, now)
  if (at !== 'succeeded') return [{ title, state: 'current', ...(step && { description: step }) }]
  return [
    { title, state: 'done', description: 'It’s a match' },
    { title: 'Your agreement', state: 'current', description: step },
  ]
}

function reapplying(statusAt: string) {
  const from = new Date(statusAt)
  from.setDate(from.getDate() + reapplyAfterDays)
  return { description: `You may reapply from ${formatDate(from)}` }
}
