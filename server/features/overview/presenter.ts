import type { Overview } from '@shared/overview'
import type { DayRow, OldestRow, WaitingCounts } from './queries'

export function presentOverview(found: {
  waiting: WaitingCounts
  needYou: number
  oldest: OldestRow | null
  median: Overview['median']
  days: readonly DayRow[]
  hasVirusCheck: boolean
}): Overview {
  const { waiting, needYou, oldest, median, days, hasVirusCheck } = found
  return {
    pending: {
      count: waiting.pending,
      overdue: waiting.overdue,
      oldest: oldest && {
        id: oldest.id,
        firstName: oldest.firstName,
        lastName: oldest.lastName,
        since: oldest.since.toISOString(),
      },
      asked: waiting.asked,
    },
    unread: { messages: waiting.messages, referrals: waiting.referrals },
    failedMails: waiting.failedMails,
    emailChanges: waiting.emailChanges,
    bouncedEmails: waiting.bouncedEmails,
    money: { held: waiting.heldRewards, drafts: waiting.draftRuns },
    introductions: {
      entrepreneurs: waiting.entrepreneurs,
      succeeded: waiting.succeeded,
      needYou,
      waiting: waiting.unmatched,
      overdue: waiting.unmatchedLong,
    },
    quarantined: { waiting: waiting.quarantineWaiting, infected: waiting.quarantineInfected },
    hasVirusCheck,
    median,
    days: days.map(({ day, received, decided }) => ({ day, received, decided })),
  }
}
