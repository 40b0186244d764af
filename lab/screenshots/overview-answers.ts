import type { Overview } from '@shared/overview'
import { overviewDays } from '@shared/program-time'
import type { Answers } from '@tests/support/samples/desk-answers'

const dayMs = 86_400_000

/** A busy week after a bad one: everything waits, and some of it for too long. */
export const busyOverview: Answers = {
  '/api/admin/overview': {
    pending: {
      count: 294,
      overdue: 117,
      oldest: {
        id: 2,
        firstName: 'Amelia',
        lastName: 'Brandt',
        since: new Date(Date.now() - 5 * dayMs).toISOString(),
      },
      snoozed: { count: 2, overdue: 0 },
      asked: 7,
    },
    unread: { messages: 12, referrals: 3 },
    failedMails: 4,
    emailChanges: 2,
    bouncedEmails: 2,
    money: { held: 6, drafts: 1 },
    introductions: { entrepreneurs: 38, succeeded: 21, needYou: 4, waiting: 9, overdue: 2 },
    quarantined: { waiting: 8, infected: 1 },
    hasVirusCheck: true,
    median: { hours: 31, decisions: 412 },
    trouble: {
      what: 'Email is not being sent',
      since: '2026-11-27T15:20:00Z',
      more: null,
      others: 1,
    },
    days: Array.from({ length: overviewDays }, (_, index) => ({
      day: new Date(Date.now() - (overviewDays - 1 - index) * dayMs).toISOString().slice(0, 10),
      received: (index * 7) % 23,
      decided: (index * 5) % 19,
    })),
  } satisfies Overview,
}
