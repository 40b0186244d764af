import { and, desc, eq, isNotNull, asc } from 'drizzle-orm'
import { consentTexts, type ConsentSource } from '@shared/consents'
import { leftEntrepreneur } from '@shared/entrepreneurs'
import { consents } from '../../../db/schema/consents'
import { entrepreneurs } from '../../../db/schema/entrepreneurs'
import { declinedMails, mails } from '../../../db/schema/mail'
import { matches } from '../../../db/schema/matches'
import { messages } from '../../../db/schema/messages'
import { referralLinks, referredPeople } from '../../../db/schema/referral-links'
import { texts } from '../../../db/schema/texts'
import { openOrNull } from '../../../db/sealing'
import { openMailText } from '../../mail/queue-mail'
import { isShown, shownMatch } from '../../matches/shown-match'
import { listStatementLines, listStatementMonths } from '../../rewards/queries'
import { sealedText } from '../../texts/queries'
import type { Section, Row } from './render-page'

const consentPlaces: Record<ConsentSource, string> = {
  'sign-up': 'application form',
  account: 'online',
  phone: 'on the phone, recorded by staff',
  text: 'by text message, recorded by staff',
  email: 'by email, recorded by staff',
  letter: 'by letter, recorded by staff',
  'in-person': 'in person, recorded by staff',
  reply: 'by a reply to a text message',
}

/** Consents, and what was written on either side. A letter that was never sent is none of theirs. */
export const contactSections: Section[] = [
  {
    name: 'consents',
    title: 'What you agreed to, and withdrew',
    note: 'Newest first. The newest entry of each kind applies.',
    async read(tx, { userId }) {
      const rows = await tx
        .select()
        .from(consents)
        .where(eq(consents.userId, userId))
        .orderBy(desc(consents.id))
      return rows.map(({ kind, isGiven, at, source, ip, textVersion }) => ({
        to: kind,
        given: isGiven,
        at,
        where: consentPlaces[source],
        fromAddress: ip,
        text: consentTexts[textVersion] ?? textVersion,
      }))
    },
  },
  {
    name: 'emailsTurnedOff',
    title: 'Emails you turned off',
    read: (tx, { userId }) =>
      tx
        .select({ about: declinedMails.kind, since: declinedMails.at })
        .from(declinedMails)
        .where(eq(declinedMails.userId, userId)),
  },
  {
    name: 'emails',
    title: 'Emails we sent you',
    note: 'We keep the wording for 90 days. We leave out private links, and the wording of emails that were only about one.',
    async read(tx, { userId, sealer }) {
      const rows = await tx
        .select()
        .from(mails)
        .where(and(eq(mails.userId, userId), isNotNull(mails.sentAt)))
        .orderBy(desc(mails.id))
      return rows.map((row) => ({
        to: row.recipient,
        subject: row.subject,
        written: row.createdAt,
        sent: row.sentAt,
        text: openMailText(sealer, row),
      }))
    },
  },
  {
    name: 'texts',
    title: 'Text messages we sent you',
    note: 'We keep the wording for 90 days.',
    async read(tx, { userId, sealer }) {
      const rows = await tx
        .select()
        .from(texts)
        .where(and(eq(texts.userId, userId), isNotNull(texts.sentAt)))
        .orderBy(desc(texts.id))
      return rows.map((row) => ({
        to: row.recipient,
        written: row.createdAt,
        sent: row.sentAt,
        status: row.status,
        text:
          row.sealedContent &&
          openOrNull(() => sealer.open(row.sealedContent ?? '', sealedText(row.id))),
      }))
    },
  },
  {
    name: 'messages',
    title: 'Messages you sent while logged in',
    read: (tx, { userId }) =>
      tx
        .select({
          written: messages.createdAt,
          name: messages.name,
          email: messages.email,
          subject: messages.subject,
          message: messages.message,
        })
        .from(messages)
        .where(eq(messages.userId, userId))
        .orderBy(desc(messages.id)),
  },
]

const joinTimes = (times: readonly Date[] | null) =>
  times && times.map((time) => time.toISOString()).join(', ')

/** About the people they met, only what they were told: the full name and how to reach them once both had accepted. */
export const introductionSection: Section = {
  name: 'introductions',
  title: 'Entrepreneurs you were introduced to',
  note: 'Newest first, times in UTC. What they told us is private, so it’s left out.',
  async read(tx, { userId }) {
    const rows = await tx
      .select({ match: matches, entrepreneur: entrepreneurs })
      .from(matches)
      .leftJoin(entrepreneurs, eq(entrepreneurs.id, matches.entrepreneurId))
      .where(and(eq(matches.partnerId, userId), isShown))
      .orderBy(desc(matches.id))
    return rows.map(({ match: stored, entrepreneur }) => {
      const match = shownMatch(stored, new Date())
      const known = match.state === 'succeeded' ? entrepreneur : null
      return {
        offered: match.createdAt,
        firstName: entrepreneur?.firstName ?? leftEntrepreneur,
        lastName: known?.lastName ?? null,
        email: known?.email ?? null,
        phoneNumber: known?.phoneNumber ?? null,
        business: entrepreneur?.businessName ?? null,
        state: match.state,
        offeredTimes: joinTimes(match.offeredTimes),
        yourTimes: joinTimes(match.partnerTimes),
        yourNote: match.partnerNote,
        yourTimeZone: match.partnerZone,
        meetingStarts: match.startsAt,
        meetingEnds: match.endsAt,
        yourAnswer: match.partnerAnswer,
      }
    })
  },
}

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
