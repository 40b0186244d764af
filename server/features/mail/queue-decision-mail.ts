import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { DecisionKind, UndoneMail } from '@shared/decisions'
import type { ReviewDecision, ReviewStatus } from '@shared/review'
import { formatCents } from '@shared/money'
import type { Transaction } from '../../db/client'
import { decisions } from '../../db/schema/decisions'
import { mails } from '../../db/schema/mail'
import { alreadyTold } from '../../errors'
import type { MailCtx } from './find-sender'
import { plainText, defangName } from './plain-text'
import { findPerson, findReferral, findRewardCents } from './queries'
import { sendLetter } from './send-letter'
import { shortName } from '../../short-name'

/**
 * Tells a person of the decision about their application, by the template for it, or that a document or login
 * of theirs was rejected, and what to do about it. No mail is about anything that is pending again, of a document
 * or login that was approved, or to someone whose application was rejected: that mail says all there is to do.
 */
export async function queueDecisionMail(
  ctx: MailCtx,
  event: {
    kind: DecisionKind
    decisionId: number
    decision: ReviewDecision
    /** The name of the document or service, and whose it is. */
    subject: { name: string; userId: number | null }
  },
): Promise<void> {
  const { db: tx } = ctx
  const { kind, decisionId, decision, subject } = event
  const { status, reason } = decision
  const { name, userId } = subject
  const added = status === 'rejected' && reason ? `Here’s why: ${reason}` : undefined
  if (status === 'pending' || userId === null) return
  if (kind === 'user') {
    await sendLetter(ctx, { letter: status, to: userId, added, decisionId })
  } else if (status === 'rejected') {
    const person = await findPerson(tx, userId)
    if (!person || person.status === 'rejected') return
    const values = { name: showName(name) }
    await sendLetter(ctx, { letter: `${kind}-rejected`, to: person, added, decisionId, values })
  }
}

/** Only the kind of file keeps its full stop: no mail program makes a link of 'report.pdf'. */
export function showName(name: string): string {
  const [, stem = name, extension = ''] = /^(.+?)(\.(?:pdf|docx?|jpe?g|png))?$/i.exec(name) ?? []
  return plainText(stem) + extension
}

/**
 * Keeps mail about earlier decisions on the same object from leaving, because this one takes their
 * place. Returns whether it says anything new.
 */
export async function replaceDecisionMails(
  tx: Transaction,
  event: {
    kind: DecisionKind
    before: { id: number; status: ReviewStatus; statusReason: string | null; wasDecided: boolean }
    decision: ReviewDecision
  },
): Promise<boolean> {
  const { kind, before, decision } = event
  const isNews = decision.status !== before.status
  if (!isNews && (decision.reason || null) === before.statusReason) return false
  if (!before.wasDecided) return isNews
  const replaced = await cancelMailsAbout(tx, kind, before.id)
  return isNews || replaced.length > 0
}

/**
 * Keeps mail about earlier decisions from leaving whose object is not there any more: the document was
 * replaced or deleted, the login corrected or withdrawn.
 */
export function cancelMailsAbout(tx: Transaction, kind: DecisionKind, subjectId: number) {
  const earlier = tx
    .select({ id: decisions.id })
    .from(decisions)
    .where(and(eq(decisions.kind, kind), eq(decisions.subjectId, subjectId)))
  return cancelQueued(tx, inArray(mails.decisionId, earlier))
}

/** Keeps the mails about these decisions from leaving, and says honestly whether one had left. */
export const cancelDecisionMails = (tx: Transaction, decisionIds: number[]) =>
  cancelAndTell(tx, inArray(mails.decisionId, decisionIds))

/** Throws 409 when someone was told of what is being undone. */
export function refuseTold(
  mail: UndoneMail,
  { name = 'Someone', wasTexted = false }: { name?: string | undefined; wasTexted?: boolean } = {},
): void {
  if (mail === 'sent' || mail === 'unsure')
    throw alreadyTold(`${name} was already emailed about this.`)
  if (wasTexted) throw alreadyTold(`${name} was already texted about this.`)
}

/** Keeps the mails about something that was undone from leaving, and says whether one had left. */
export async function cancelAndTell(tx: Transaction, about: SQL | undefined): Promise<UndoneMail> {
  const cancelled = await cancelQueued(tx, about)
  if (cancelled.some(({ attempts }) => attempts > 0)) return 'unsure'
  if (cancelled.length > 0) return 'held-back'
  const [sent] = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(about, eq(mails.status, 'sent')))
    .limit(1)
  return sent ? 'sent' : 'none'
}

/** Keeps mails from leaving. An attempt is counted when it begins: a mail without one has not left. */
export const cancelQueued = (
  tx: Transaction,
  about: SQL | undefined,
  cancelledByDecision: number | null = null,
) =>
  tx
    .update(mails)
    .set({ status: 'cancelled', cancelledByDecision })
    .where(and(about, eq(mails.status, 'queued')))
    .returning({ attempts: mails.attempts })

/**
 * Tells a referrer that someone signed up or, by a decision and once the reward is settled, that they were
 * approved and what they earned.
 */
export async function tellReferrer(
  ctx: MailCtx,
  { referredId, decisionId }: { referredId: number; decisionId?: number },
): Promise<void> {
  const { db: tx } = ctx
  const referral = await findReferral(tx, referredId)
  if (!referral) return
  const referralName = defangName(shortName(referral))
  const about = { to: referral.referrerId, aboutUserId: referredId }
  if (decisionId === undefined) {
    await sendLetter(ctx, { letter: 'referral-signed-up', ...about, values: { referralName } })
    return
  }
  const cents = await findRewardCents(tx, referral.id)
  const rewardNews =
    cents > 0
      ? `We added ${formatCents(cents)} to your balance.`
      : 'Your reward is on hold while we look at this referral. Your dashboard shows the reason.'
  const values = { referralName, rewardNews }
  await sendLetter(ctx, { letter: 'referral-approved', ...about, decisionId, values })
}
