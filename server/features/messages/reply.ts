import type { Ctx, TxCtx } from '../../ctx'
import { conflict, orNotFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { requireSender } from '../mail/find-sender'
import { defangName, plainText } from '../mail/plain-text'
import { queueMail, type NewMail } from '../mail/queue-mail'
import { writeStatus, type MessageKind } from './manage-messages'
import { getMessage, getReferral } from './queries'

const noEmail = 'We don’t know whose number this is, so this reply can’t be answered by email.'

/** Answers a support message by mail and marks it as done. Throws 409 without a mail sender, or an address. */
export const replyToMessage = async (ctx: Ctx, id: number, body: string) =>
  ctx.tx(async (inTx) => {
    const message = orNotFound(await getMessage(inTx.db, id))
    if (message.email === null) throw conflict(noEmail)
    // The writer may have given someone else's address.
    const subject = plainText(message.subject)
    const quoted = plainText(message.message)
      .split('\n')
      .map((line) => `> ${line}`)
    await answer(inTx, 'message', id, {
      recipient: message.email,
      ...(message.userId !== null && { userId: message.userId }),
      subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
      text: [body, 'You wrote:', quoted.join('\n')].join('\n\n'),
    })
    return { ...message, status: 'done' as const }
  })

/** Answers the sender of a referral by mail, and marks it as done. */
export const replyToReferral = async (ctx: Ctx, id: number, body: string) =>
  ctx.tx(async (inTx) => {
    const referral = orNotFound(await getReferral(inTx.db, id))
    await answer(inTx, 'referral', id, {
      recipient: referral.email,
      subject: `Your referral of ${defangName(referral.referralName)}`,
      text: body,
    })
    return { ...referral, status: 'done' as const }
  })

async function answer(
  ctx: TxCtx,
  kind: MessageKind,
  id: number,
  reply: Pick<NewMail, 'recipient' | 'userId' | 'subject' | 'text'>,
): Promise<void> {
  const { db: tx, env } = ctx
  await requireSender(tx, env)
  await queueMail(ctx, { kind: 'reply', replyTo: env.brand.supportEmail, ...reply })
  await writeStatus(tx, kind, id, { status: 'done' })
  await recordEvent(ctx, `${kind}.answered`, `${kind}:${id}`)
}
