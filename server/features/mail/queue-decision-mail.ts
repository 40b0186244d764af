import { and, eq, inArray, sql } from 'drizzle-orm'
import type { DecisionKind, UndoneMail } from '@shared/decisions'
import type { ReviewDecision } from '@shared/review'
import type { Queryable, Transaction } from '../../db/client'
import { keepStatement } from '../../db/kept-statement'
import type { Decided } from '../../db/review'
import { decisions } from '../../db/schema/decisions'
import { mails } from '../../db/schema/mail'
import { defangName } from './defang-name'
import { isMailConfigured, type MailDeps } from './find-sender'
import { plainText } from './plain-text'
import { findPerson } from './queries'
import { queueMail } from './queue-mail'
import { commonValues, fillTemplate, getTemplate } from './templates'

/** How long a mail about a decision waits, so that the decision can be taken back. */
export const holdSeconds = 60

interface DecisionMail {
  decisionId: number
  decision: ReviewDecision
}

/** Tells a person what was decided, by the template for it; of 'pending' they are told nothing. */
export async function queueDecisionMail(
  tx: Transaction,
  deps: MailDeps,
  event: DecisionMail & {
    user: { id: number; firstName: string; lastName: string; email: string }
  },
): Promise<void> {
  const { decisionId, decision, user } = event
  const { status, reason } = decision
  if (status === 'pending' || !(await isMailConfigured(tx, deps.env))) return
  const { subject, text } = fillTemplate(await getTemplate(tx, status), user, deps.env)
  await queueMail(tx, deps, {
    kind: status,
    recipient: user.email,
    userId: user.id,
    subject,
    text: status === 'rejected' && reason ? insertReason(text, reason) : text,
    decisionId,
    holdSeconds,
  })
}

/**
 * The template's words stay as they are, also when they were edited: the reason becomes a paragraph
 * after the second, which is the first after the greeting.
 */
function insertReason(text: string, reason: string): string {
  const [greeting = '', news, ...rest] = text.replaceAll('\r\n', '\n').split(/\n{2,}/)
  const paragraphs = news === undefined ? [greeting] : [greeting, news]
  return [...paragraphs, `Here’s why: ${reason}`, ...rest].join('\n\n')
}

const refusals = {
  file: {
    subject: 'We couldn’t accept a document you sent',
    next: 'What to do next: log in and select Re-upload beside the document, or upload another one. We’ll look at it as soon as it’s here.',
  },
  credential: {
    subject: 'We couldn’t use a login you shared',
    next: 'What to do next: log in and upload your credit report instead, or contact us and we’ll find another way.',
  },
}

/**
 * Tells someone that a document or login of theirs was rejected, and what to do about it. Whose
 * application was rejected as a whole has been told all there is to do.
 */
export async function queueRefusalMail(
  tx: Transaction,
  deps: MailDeps,
  event: DecisionMail & {
    kind: keyof typeof refusals
    /** The document's or service's name. */
    name: string
    userId: number | null
  },
): Promise<void> {
  const { decisionId, decision, kind, name, userId } = event
  if (decision.status !== 'rejected' || userId === null) return
  if (!(await isMailConfigured(tx, deps.env))) return
  const person = await findPerson(tx, userId)
  if (!person || person.status === 'rejected') return
  const { subject, next } = refusals[kind]
  const { loginLink, supportEmail, supportPhone } = commonValues(deps.env)
  const paragraphs = [
    `Hi ${defangName(person.firstName)},`,
    `We looked at “${showName(name)}” and couldn’t accept it.`,
    ...(decision.reason ? [`Here’s why: ${decision.reason}`] : []),
    next,
    loginLink,
    `If you have questions, email ${supportEmail} or call ${supportPhone}.`,
  ]
  await queueMail(tx, deps, {
    kind: 'refusal',
    recipient: person.email,
    userId,
    subject,
    text: paragraphs.join('\n\n'),
    decisionId,
    holdSeconds,
  })
}

/** Only the kind of file keeps its full stop: no mail program makes a link of 'report.pdf'. */
function showName(name: string): string {
  const [, stem = name, extension = ''] = /^(.+?)(\.(?:pdf|docx?|jpe?g|png))?$/i.exec(name) ?? []
  return plainText(stem) + extension
}

/**
 * Keeps mail about earlier decisions on the same object from leaving, because this one takes their
 * place. Answers whether it says anything new.
 */
export async function replaceDecisionMails(
  tx: Transaction,
  event: { kind: DecisionKind; before: Decided; decision: ReviewDecision },
): Promise<boolean> {
  const { kind, before, decision } = event
  const isNews = decision.status !== before.status
  if (!isNews && (decision.reason || null) === before.statusReason) return false
  if (before.statusAt === null) return isNews
  const replaced = await cancelMailsAbout(tx, kind, before.id)
  return isNews || replaced.length > 0
}

/**
 * Keeps mail about earlier decisions from leaving whose object is not there any more: the document was
 * replaced or deleted, the login corrected or withdrawn.
 */
export const cancelMailsAbout = (tx: Transaction, kind: DecisionKind, subjectId: number) =>
  cancelAbout(tx, { kind, subjectId })

const cancelAbout = keepStatement((db) => {
  const kind = eq(decisions.kind, sql.placeholder('kind'))
  const subject = eq(decisions.subjectId, sql.placeholder('subjectId'))
  const earlier = db.select({ id: decisions.id }).from(decisions).where(and(kind, subject))
  return cancelQueued(db, inArray(mails.decisionId, earlier))
})

/** Keeps the mails about these decisions from leaving, and says honestly whether one had left. */
export async function cancelDecisionMails(
  tx: Transaction,
  decisionIds: number[],
): Promise<UndoneMail> {
  const cancelled = await cancelQueued(tx, inArray(mails.decisionId, decisionIds))
  if (cancelled.some(({ attempts }) => attempts > 0)) return 'unsure'
  if (cancelled.length > 0) return 'held-back'
  const [sent] = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(inArray(mails.decisionId, decisionIds), eq(mails.status, 'sent')))
    .limit(1)
  return sent ? 'sent' : 'none'
}

/** An attempt is counted when it begins: a mail without one has not left. */
const cancelQueued = (db: Queryable, about: ReturnType<typeof inArray>) =>
  db
    .update(mails)
    .set({ status: 'cancelled' })
    .where(and(about, eq(mails.status, 'queued')))
    .returning({ attempts: mails.attempts })
