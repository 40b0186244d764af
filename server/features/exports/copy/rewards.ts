import { asc, desc, eq } from 'drizzle-orm'
import { referralLinks, referredPeople } from '../../../db/schema/referral-links'
import { listStatementLines, listStatementMonths } from '../../rewards/queries'
import type { Row, Section } from './render-page'

/** The referral program in someone's copy. */
export const rewardSections: readonly Section[] = [
  {
    name: 'referredBy',
    title: 'How you came to us',
    read: (tx, { userId }) =>
      tx
        .select({
          way: referredPeople.source,
          link: referredPeople.code,
          signedUp: referredPeople.signedUpAt,
        })
        .from(referredPeople)
        .where(eq(referredPeople.referredId, userId)),
  },
  {
    name: 'referralLinks',
    title: 'Your referral links',
    read: (tx, { userId }) =>
      tx
        .select({
          code: referralLinks.code,
          made: referralLinks.createdAt,
          replaced: referralLinks.replacedAt,
        })
        .from(referralLinks)
        .where(eq(referralLinks.userId, userId))
        .orderBy(desc(referralLinks.createdAt)),
  },
  {
    name: 'referrals',
    title: 'People who signed up through your link',
    note: 'Their names and the decisions about them are private, so they’re left out.',
    read: (tx, { userId }) =>
      tx
        .select({
          number: referredPeople.id,
          link: referredPeople.code,
          signedUp: referredPeople.signedUpAt,
        })
        .from(referredPeople)
        .where(eq(referredPeople.referrerId, userId))
        .orderBy(asc(referredPeople.id)),
  },
  {
    name: 'statements',
    title: 'What you earned, and what we paid',
    note: 'In dollars, newest month first. Account numbers are left out.',
    async read(tx, { userId }) {
      const rows: Row[] = []
      for (const { month } of await listStatementMonths(tx, userId)) {
        const lines = await listStatementLines(tx, userId, month)
        rows.push(
          ...lines.map(({ at, kind, cents, referredPersonId, reason, payout }) => ({
            month,
            at,
            what: kind,
            dollars: (cents / 100).toFixed(2),
            referral: referredPersonId,
            reason,
            paidBy: payout?.method ?? null,
            accountEndsIn: payout?.lastFour ?? null,
            reference: payout?.reference ?? null,
          })),
        )
      }
      return rows
    },
  },
]
