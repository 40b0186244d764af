import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { mailKinds, type MailKind, mailKindNames } from '@shared/mail-kinds'
import { z } from '@shared/zod'
import { addJob, addJobs } from '../../db/add-job'
import type { Outbox } from '../../db/outbox'
import { mails } from '../../db/schema/mail'
import { openOrNull, type SealedColumn, type Sealer } from '../../db/sealing'
import type { MailCtx } from './find-sender'
import { renderHtml, type MailButton } from './render-html'
import { commonValues } from './templates'
import { drawId, drawIds } from '../../db/ids'
import { choiceAddress } from './mail-choices'
import type { Queryable, Transaction } from '../../db/client'
import { orNotFound } from '../../errors'
import { decisions } from '../../db/schema/decisions'

/** How long an email by the administrator, or news about what they did, waits so that it can be taken back. */
const holdSeconds = 60
export const endOfHold = () => new Date(Date.now() + holdSeconds * 1000)

/** An entry for the calendar: iCalendar, and its method. */
const invite = z.object({ method: z.enum(['REQUEST', 'CANCEL']), text: z.string() })
export type Invite = z.infer<typeof invite>

type Columns = typeof mails.$inferInsert

export interface NewMail extends Partial<
  Pick<
    Columns,
    | 'questionId'
    | 'matchId'
    | 'matchSide'
    | 'calendarMethod'
    | 'meetingStartsAt'
    | 'meetingEndsAt'
    | 'entrepreneurId'
    | 'createdAt'
    | 'nextAttemptAt'
  >
> {
  kind: MailKind
  recipient: string
  replyTo?: string
  subject: string
  text: string
  /** In addition to the one to log in, which every mail with that address gets. */
  button?: MailButton
  /** The account of the reader: the mail is deleted with it. */
  userId?: number
  /** Someone else who is named in it. It is deleted with their account, too. */
  aboutUserId?: number
  /** The decision that it is about: it waits a minute in case that is undone. */
  decisionId?: number
  invite?: Invite | undefined
}

export const sealedContent = (id: number): SealedColumn => ({
  table: 'mails',
  column: 'sealed_content',
  id,
})

const content = z.object({ text: z.string(), html: z.string(), invite: invite.optional() })

/** The content of a mail; null when its key is gone. */
export const openContent = (sealer: Sealer, sealed: string, id: number) =>
  openOrNull(() => content.parse(JSON.parse(sealer.open(sealed, sealedContent(id)))))

/**
 * The text of a mail for the person it was for; null when it is gone, cannot be opened, or is about a secret. Only who
 * reads the mailbox may have a link that proves it.
 */
export function openMailText(
  sealer: Sealer,
  { id, kind, sealedContent: sealed }: { id: number; kind: MailKind; sealedContent: string | null },
): string | null {
  if (sealed === null || mailKinds[kind].linkMinutes !== null) return null
  const text = openContent(sealer, sealed, id)?.text
  return text?.replaceAll(/#token=[^\s&]+/g, '#token=…') ?? null
}

/** The same by the id of the mail. Throws 404. */
export async function readMailText(db: Queryable, sealer: Sealer, id: number) {
  const [mail] = await db.select().from(mails).where(eq(mails.id, id))
  return openMailText(sealer, orNotFound(mail))
}

/** A person is waiting for such a link, which expires. */
export const isUrgent = (kind: MailKind) => mailKinds[kind].linkMinutes !== null

export const jobKey = (mailId: number) => `mail:${mailId}`
export const mailOutbox: Outbox = {
  table: mails,
  addSending: (tx, mailId, runAt) =>
    addJob(tx, 'send-mail', { mailId }, { key: jobKey(mailId), runAt }),
}
export const newMessageId = (publicOrigin: string) =>
  `<${randomUUID()}@${new URL(publicOrigin).hostname}>`

/**
 * Puts a mail into the outbox, its text sealed, and the job that sends it: both only if the
 * transaction commits. Returns its id.
 */
export async function queueMail(ctx: MailCtx, mail: NewMail): Promise<number> {
  const { db: tx } = ctx
  const id = await drawId(tx, mails)
  const row = toRow(ctx, mail, id)
  await tx.insert(mails).values(row)
  const options = { key: jobKey(id), isUrgent: isUrgent(mail.kind), runAt: row.nextAttemptAt }
  await addJob(tx, 'send-mail', { mailId: id }, options)
  return id
}

const batchSize = 500

/** Puts many mails into the outbox, which neither wait nor are urgent. */
export async function queueMails(ctx: MailCtx, all: readonly Omit<NewMail, 'decisionId'>[]) {
  const { db: tx } = ctx
  for (let first = 0; first < all.length; first += batchSize) {
    const batch = all.slice(first, first + batchSize)
    const ids = await drawIds(tx, mails, batch.length)
    await tx.insert(mails).values(batch.map((mail, at) => toRow(ctx, mail, ids[at] ?? 0)))
    await addJobs(
      tx,
      'send-mail',
      ids.map((mailId) => ({ payload: { mailId }, key: jobKey(mailId) })),
    )
  }
}

const offLabel = 'Turn off emails like this one, without logging in'

function toRow(deps: MailCtx, mail: NewMail, id: number) {
  const { env, sealer } = deps
  const { text: words, button, invite: entry, ...columns } = mail
  const logIn = { label: 'Log In', address: commonValues(env).loginLink }
  const buttons = button ? [button, logIn] : [logIn]
  const address = choiceAddress(deps, mail)
  const footer = address ? { label: offLabel, address } : null
  const html = renderHtml({ subject: mail.subject, text: words, brand: env.brand, buttons, footer })
  const text = footer ? `${words}\n\n-- \n${footer.label}:\n${footer.address}` : words
  return {
    ...columns,
    id,
    nextAttemptAt:
      mail.nextAttemptAt ?? (mail.decisionId || mail.questionId ? endOfHold() : undefined),
    messageId: newMessageId(env.publicOrigin),
    sealedContent: sealer.seal(JSON.stringify({ text, html, invite: entry }), sealedContent(id)),
  }
}

const ofKindsThat = (doThis: 'follows' | 'dies' | 'rewritten') =>
  inArray(
    mails.kind,
    mailKindNames.filter((kind) => mailKinds[kind].onNewAddress === doThis),
  )

/** Its introduction is deleted, so no feature rewrites it. */
const isLeftOver = and(ofKindsThat('rewritten'), isNull(mails.matchId))

/** It reached no one, and what it says is still so. An open question is asked anew, without this. */
const isStillNews = sql`${mails.status} = 'failed' and ${mails.sealedContent} is not null
  and ${mails.createdAt} > now() - interval '30 days' and ${mails.questionId} is null
  and (${mails.decisionId} is null or exists (
    select from ${decisions} d where d.id = ${mails.decisionId} and d.undone_at is null and d.at = case d.kind
      when 'user' then (select status_at from users where id = d.subject_id)
      when 'file' then (select status_at from files where id = d.subject_id)
      else (select status_at from monitoring_credentials where id = d.subject_id) end))`

/** When someone's address changes: mail that has not left follows it or dies, as its kind says. */
export async function redirectMails(
  tx: Transaction,
  { userId, from, to }: { userId: number; from: string; to: string },
): Promise<void> {
  const areTheirs = and(eq(mails.userId, userId), eq(mails.recipient, from))
  await tx
    .update(mails)
    .set({
      recipient: to,
      // That the address before was not reached is over. The reason why a mail was canceled stays true.
      lastError: sql`case when ${mails.status} = 'cancelled' then ${mails.lastError} end`,
    })
    .where(and(areTheirs, or(ofKindsThat('follows'), isLeftOver), ne(mails.status, 'sent')))
  const revived = await tx
    .update(mails)
    .set({ status: 'queued', attempts: 0, nextAttemptAt: sql`now()` })
    .where(
      and(eq(mails.userId, userId), eq(mails.recipient, to), ofKindsThat('follows'), isStillNews),
    )
    .returning({ id: mails.id })
  for (const { id } of revived) await mailOutbox.addSending(tx, id)
  await tx
    .update(mails)
    .set({ status: 'cancelled' })
    .where(and(areTheirs, ofKindsThat('dies'), eq(mails.status, 'queued')))
}

/** Removes a welcome that has not been sent, and names an email that its reader no longer has. */
export async function forgetWelcome(tx: Transaction, userId: number): Promise<void> {
  await tx
    .delete(mails)
    .where(and(eq(mails.userId, userId), eq(mails.kind, 'welcome'), ne(mails.status, 'sent')))
}
