import { asc, desc, eq } from 'drizzle-orm'
import { referralLinks, referredPeople } from '../../../db/schema/referral-links'
import { listStatementLines, listStatementMonths } from '../../rewards/queries'
import type { Section } from './section'

export const links: Section = {
  name: 'referralLinks',
  title: 'Your referral links',
  async read(tx, { userId }) {
    return tx
      .select({
        code: referralLinks.code,
        made: referralLinks.createdAt,
        replaced: referralLinks.replacedAt,
      })
      .from(referralLinks)
      .where(eq(referralLinks.userId, userId))
      .orderBy(desc(referralLinks.createdAt))
  },
}

export const referrals: Section = {
  name: 'referrals',
  title: 'People who signed up by your link',
  note: 'Their names and what became of their applications are theirs.',
  async read(tx, { userId }) {
    return tx
      .select({
        number: referredPeople.id,
        link: referredPeople.code,
        signedUp: referredPeople.signedUpAt,
      })
      .from(referredPeople)
      .where(eq(referredPeople.referrerId, userId))
      .orderBy(asc(referredPeople.id))
  },
}

export const referredBy: Section = {
  name: 'referredBy',
  title: 'How you came to us',
  async read(tx, { userId }) {
    return tx
      .select({
        way: referredPeople.source,
        link: referredPeople.code,
        signedUp: referredPeople.signedUpAt,
      })
      .from(referredPeople)
      .where(eq(referredPeople.referredId, userId))
  },
}

export const statements: Section = {
  name: 'statements',
  title: 'What you earned, and what we paid',
  note: 'In dollars, newest month first. An account number is never part of it.',
  async read(tx, { userId }) {
    const lines = []
    for (const { month } of await listStatementMonths(tx, userId)) {
      for (const line of await listStatementLines(tx, userId, month)) {
        lines.push({
          month,
          at: line.at,
          what: line.kind,
          dollars: (line.cents / 100).toFixed(2),
          referral: line.referredPersonId,
          reason: line.reason,
          paidBy: line.payout?.method ?? null,
          accountEndsIn: line.payout?.lastFour ?? null,
          reference: line.payout?.reference ?? null,
        })
      }
    }
    return lines
  },
}
