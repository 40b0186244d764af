import type { Actor } from '../../ctx'
import type { Database, Transaction } from '../../db/client'
import { conflict, notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { requireSender, type MailDeps } from '../mail/find-sender'
import { defangName, plainText } from '../mail/plain-text'
import { queueMail, type NewMail } from '../mail/queue-mail'
import { getMessage, getReferral, type MessageRow, type ReferralRow } from './queries'
import { writeStatus } from './manage-messages'

export interface Reply {
  db: Database
  mail: MailDeps
  id: number
  body: string
  by: Actor
}

const noEmail = 'We don’t know whose number this is, so this reply can’t be answered by email.'

/** Answers a support message by mail and marks it as done. Throws 409 without a mail sender, or an address. */
export async function replyToMessage(input: Reply): Promise<MessageRow> {
  const { db, id, body, by } = input
  return db.transaction(async (tx) => {
    const message = await getMessage(tx, id)
    if (!message) throw notFound()
    if (message.email === null) throw conflict(noEmail)
    // The writer may have given someone else's address.
    const subject = plainText(message.subject)
    const quoted = plainText(message.message)
      .split('\n')
      .map((line) => `> ${line}`)
    await answer(tx, input.mail, {
      recipient: message.email,
      ...(message.userId !== null && { userId: message.userId }),
      subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
      text: [body, 'You wrote:', quoted.join('\n')].join('\n\n'),
    })
    await writeStatus(tx, 'message', id, { status: 'done' })
    await recordEvent(tx, by, 'message.answered', { object: `message:${id}` })
    return { ...message, status: 'done' }
  })
}

/** The same for a referral: the answer goes to its sender. */
export async function replyToReferral(input: Reply): Promise<ReferralRow> {
  const { db, id, body, by } = input
  return db.transaction(async (tx) => {
    const referral = await getReferral(tx, id)
    if (!referral) throw notFound()
    await answer(tx, input.mail, {
      recipient: referral.email,
      subject: `Your referral of ${defangName(referral.referralName)}`,
      text: body,
    })
    await writeStatus(tx, 'referral', id, { status: 'done' })
    await recordEvent(tx, by, 'referral.answered', { object: `referral:${id}` })
    return { ...referral, status: 'done' }
  })
}

async function answer(
  tx: Transaction,
  mail: MailDeps,
  reply: Pick<NewMail, 'recipient' | 'userId' | 'subject' | 'text'>,
): Promise<void> {
  await requireSender(tx, mail.env)
  const replyTo = mail.env.brand.supportEmail
  await queueMail(tx, mail, { kind: 'reply', replyTo, ...reply })
}
