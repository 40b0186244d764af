import { eq, lt, sql } from 'drizzle-orm'
import { emailChangeHours } from '@shared/email-changes'
import type { Ctx, EventSource } from '../../../ctx'
import { addJob } from '../../../db/add-job'
import type { Database } from '../../../db/client'
import { badRequest, conflict, forbidden, notFound, unauthorized } from '../../../errors'
import type { Proof } from '../../../http/guards'
import { hashToken, newToken } from '../../../tokens'
import { recordEvent } from '../../audit/record-event'
import { isMailConfigured } from '../../mail/find-sender'
import { sendLetter } from '../../mail/send-letter'
import { type LoginTools, requireProof } from '../check-login'
import { findLoginOwner } from '../queries'
import {
  dropWaitingChange,
  findChange,
  findWaitingChange,
  lockAccount,
  type EmailChangeRow,
} from './queries'
import { emailChanges } from '../../../db/schema/logins'

export const ownEmail = 'That’s already your email.'
const tooSoon =
  'Your email was changed within the last 24 hours. You can change it again after that.'

export const linkExpiry = sql`now() + make_interval(hours => ${emailChangeHours})`

/**
 * Notes which email someone wants, in place of what they asked for before. The address they have is told
 * in the same transaction; the new one gets its link by a job, because whether someone else has that address
 * must show neither in the answer nor in the time it takes. Without a mail sender it waits for the
 * administrator. Throws 403 for the administrator, 409 within a day after a change, otherwise like
 * `requireProof`.
 */
export async function askEmailChange(
  ctx: Ctx,
  tools: LoginTools,
  newEmail: string,
  /** `passwordVersion`: of the password that the session began with. */
  { passwordVersion, proof }: { passwordVersion: string; proof: Proof },
): Promise<EmailChangeRow> {
  const { id: userId, isAdmin } = ctx.by
  if (isAdmin) throw forbidden('The administrator’s email can’t be changed here.', 'administrator')
  await tools.limits.consumeFor(
    [
      ['emailChange', String(userId)],
      ['emailChangeTo', newEmail.toLowerCase()],
    ],
    () => requireProof(ctx, tools, proof),
  )
  return ctx.tx(async (inTx) => {
    const { db: tx, env } = inTx
    const person = await lockAccount(tx, userId)
    if (!person || person.closesAt || person.passwordVersion !== passwordVersion)
      throw unauthorized()
    if (person.email.toLowerCase() === newEmail.toLowerCase())
      throw badRequest(ownEmail, { newEmail: ownEmail })
    const before = await findChange(tx, userId)
    if (before?.previousEmail) throw conflict(tooSoon, { newEmail: tooSoon })

    const way = (await isMailConfigured(tx, env)) ? 'link' : 'administrator'
    const stopToken = newToken()
    const asked = {
      newEmail,
      previousEmail: null,
      way,
      confirmHash: null,
      stopHash: way === 'link' ? hashToken(stopToken) : null,
      createdAt: sql`now()`,
      expiresAt: way === 'link' ? linkExpiry : null,
    } as const
    const [row] = await tx
      .insert(emailChanges)
      .values({ userId, ...asked })
      .onConflictDoUpdate({ target: emailChanges.userId, set: asked })
      .returning()
    if (!row) throw unauthorized()
    const details = { confirmedBy: way }
    await recordEvent(inTx, 'account.email-change-asked', `user:${userId}`, details)
    if (way === 'link') {
      const values = { token: stopToken }
      await sendLetter(inTx, { letter: 'email-change-asked', to: person, values })
      await addJob(tx, 'send-email-change-link', { userId }, { isUrgent: true })
    }
    return row
  })
}

/**
 * The job: mails the new address its link or, when that is someone's already, tells its owner. The person
 * who asked cannot tell the two apart.
 */
export async function sendEmailChangeLink(ctx: Ctx<EventSource>, userId: number): Promise<void> {
  await ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    const person = await lockAccount(tx, userId)
    if (!person) return
    const change = await findWaitingChange(tx, userId)
    if (change?.way !== 'link') return
    const { newEmail } = change
    const owner = await findLoginOwner(tx, { email: newEmail })
    if (owner) {
      await sendLetter(inTx, { letter: 'email-taken', to: owner })
      return
    }
    const token = newToken()
    await tx
      .update(emailChanges)
      .set({ confirmHash: hashToken(token) })
      .where(eq(emailChanges.userId, userId))
    const to = { ...person, email: newEmail }
    await sendLetter(inTx, { letter: 'email-change-link', to, values: { token } })
  })
}

/** Someone's own change, before it is made. Throws 404 when none is waiting. */
export async function withdrawEmailChange(ctx: Ctx): Promise<void> {
  await ctx.tx(async (inTx) => {
    if (!(await dropWaitingChange(inTx.db, ctx.by.id))) throw notFound()
    await recordEvent(inTx, 'account.email-change-withdrawn', `user:${ctx.by.id}`)
  })
}

/** The job: nothing is kept of what was neither confirmed in time nor can be taken back any more. */
export async function removeOldEmailChanges(db: Database): Promise<number> {
  const { rowCount } = await db.delete(emailChanges).where(lt(emailChanges.expiresAt, sql`now()`))
  return rowCount ?? 0
}
