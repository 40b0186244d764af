import type { Overview } from '@shared/overview'
import { overviewDays } from '@shared/program-time'

/** A portal in which nothing waits, on November 21, 2026. */
export const quietOverview = (overrides: Partial<Overview> = {}): Overview => ({
  pending: { count: 0, overdue: 0, oldest: null, asked: 0, snoozed: { count: 0, overdue: 0 } },
  unread: { messages: 0, referrals: 0 },
  failedMails: 0,
  emailChanges: 0,
  bouncedEmails: 0,
  money: { held: 0, drafts: 0 },
  introductions: { entrepreneurs: 0, succeeded: 0, needYou: 0, waiting: 0, overdue: 0 },
  quarantined: { waiting: 0, infected: 0 },
  hasVirusCheck: true,
  median: null,
  trouble: null,
  days: Array.from({ length: overviewDays }, (_, index) => ({
    day: new Date(Date.UTC(2026, 10, 21 - (overviewDays - 1 - index))).toISOString().slice(0, 10),
    received: 0,
    decided: 0,
  })),
  ...overrides,
})
