import { sql } from 'drizzle-orm'
import { emailChangeHours, type ChangeEmailRequest } from '@shared/email-changes'
import { addJob } from '../../../db/add-job'
import { emailChanges } from '../../../db/schema/email-changes'
import { badRequest, conflict, forbidden, unauthorized } from '../../../errors'
import type { Actor } from '../../../http/actor'
import type { Caller } from '../../../http/caller'
import { hashToken, newToken } from '../../../tokens'
import { recordEvent } from '../../audit/record-event'
import { isMailConfigured, type MailDeps } from '../../mail/find-sender'
import { sendLetter } from '../../mail/send-letter'
import type { LoginDeps } from '../check-login'
import { reauthenticate } from '../reauthenticate'
import { findChange, holdAccount, type EmailChangeRow } from './queries'

const ownEmail = 'That’s already your email.'
const tooSoon =
  'Your email was changed within the last 24 hours. You can change it again after that.'

export const linkExpiry = sql`now() + make_interval(hours => ${emailChangeHours})`

/**
 * Notes which email someone wants, in the place of what they asked for before. The address they have hears
 * of it at once; the new one gets its link by a job, because whether someone else has that address must
 * show neither in the answer nor in the time it takes. Without a mail sender it waits for the
 * administrator. Throws 403 for the administrator, 409 within a day after a change, otherwise like
 * `reauthenticate`.
 */
export async function askEmailChange(
  input: LoginDeps & {
    mail: MailDeps
    change: ChangeEmailRequest
    /** The version of the password that the session began with. */
    passwordVersion: string
    by: Actor
    caller: Caller
  },
): Promise<EmailChangeRow> {
  const { mail, change, passwordVersion, by, caller, ...deps } = input
  if (by.isAdmin)
    throw forbidden('The administrator’s email can’t be changed here.', 'administrator')
  const { newEmail, currentPassword: password, code } = change
  await reauthenticate(deps, { by, password, code, caller })
  await deps.limits.consume(
    ['emailChange', String(by.id)],
    ['emailChangeTo', newEmail.toLowerCase()],
  )

  return deps.db.transaction(async (tx) => {
    const person = await holdAccount(tx, by.id)
    if (!person || person.closesAt || person.passwordVersion !== passwordVersion)
      throw unauthorized()
    if (person.email.toLowerCase() === newEmail.toLowerCase())
      throw badRequest(ownEmail, { newEmail: ownEmail })
    const before = await findChange(tx, by.id)
    if (before?.previousEmail) throw conflict(tooSoon, { newEmail: tooSoon })

    const way = (await isMailConfigured(tx, mail.env)) ? 'link' : 'administrator'
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
      .values({ userId: by.id, ...asked })
      .onConflictDoUpdate({ target: emailChanges.userId, set: asked })
      .returning()
    if (!row) throw unauthorized()
    await recordEvent(tx, by, 'account.email-change-asked', {
      object: `user:${by.id}`,
      details: { confirmedBy: way },
    })
    if (way === 'link') {
      const values = { token: stopToken }
      await sendLetter(tx, mail, { letter: 'email-change-asked', to: person, values })
      await addJob(tx, 'send-email-change-link', { userId: by.id }, { isUrgent: true })
    }
    return row
  })
}
