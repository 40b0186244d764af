import { trouble } from './system'
import { z } from './zod'

const overviewDay = z.object({
  /** '2026-11-21', in the program's zone. */
  day: z.string(),
  /** People who applied that day. */
  received: z.number(),
  /** Decisions about people, approved or rejected, that were not taken back. */
  decided: z.number(),
})
export type OverviewDay = z.infer<typeof overviewDay>

/** The administrator's tasks. Counts are exact up to 10,000; 10,001 means more. */
export const overview = z.object({
  pending: z.object({
    count: z.number(),
    /** Those of them who have waited longer than is promised. */
    overdue: z.number(),
    oldest: z
      .object({ id: z.number(), firstName: z.string(), lastName: z.string(), since: z.string() })
      .nullable(),
    /** People whose answer we wait for, who are not among those. */
    asked: z.number(),
    /** People who are set aside, who are not among those either; and those of them who have waited longer than is promised. */
    snoozed: z.object({ count: z.number(), overdue: z.number() }),
  }),
  unread: z.object({ messages: z.number(), referrals: z.number() }),
  failedMails: z.number(),
  /** People who wait for the administrator to confirm another email. */
  emailChanges: z.number(),
  /** People whose email refused what it was sent at sign-up. */
  bouncedEmails: z.number(),
  /** Rewards on hold, and payout runs that wait to be approved. */
  money: z.object({ held: z.number(), drafts: z.number() }),
  /** Entrepreneurs on record but the withdrawn, matches that both sides accepted, and how many need the administrator. */
  introductions: z.object({
    entrepreneurs: z.number(),
    succeeded: z.number(),
    /** Open ones that are the administrator's turn. */
    needYou: z.number(),
    /** Approved partners without one, and those of them who have waited longer than is promised. */
    waiting: z.number(),
    overdue: z.number(),
  }),
  quarantined: z.object({ waiting: z.number(), infected: z.number() }),
  /** Whether a virus scanner looks at uploads. */
  hasVirusCheck: z.boolean(),
  /** Hours from applying to the first decision, and of how many decisions; null without any. */
  median: z.object({ hours: z.number(), decisions: z.number() }).nullable(),
  /** What is red on the page System: the worst, and how many others there are; null without any. */
  trouble: trouble
    .pick({ what: true, since: true, more: true })
    .extend({ others: z.number() })
    .nullable(),
  /** Oldest first; the last one is today. */
  days: z.array(overviewDay),
})
export type Overview = z.infer<typeof overview>
