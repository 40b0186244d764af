import type { Overview } from '@shared/overview'
import type { DayRow, OldestRow, WaitingCounts } from './queries'

export function presentOverview(found: {
  waiting: WaitingCounts
  oldest: OldestRow | null
  median: Overview['median']
  days: readonly DayRow[]
  hasVirusCheck: boolean
}): Overview {
  const { waiting, oldest, median, days, hasVirusCheck } = found
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
    },
    unread: { messages: waiting.messages, referrals: waiting.referrals },
    failedMails: waiting.failedMails,
    emailChanges: waiting.emailChanges,
    money: { held: waiting.heldRewards, drafts: waiting.draftRuns },
    quarantined: { waiting: waiting.quarantineWaiting, infected: waiting.quarantineInfected },
    hasVirusCheck,
    median,
    days: days.map(({ day, received, decided }) => ({ day, received, decided })),
  }
}
