import { and, eq } from 'drizzle-orm'
import type { MailChoiceKind } from '@shared/mail-choices'
import type { Ctx, EventSource } from '../../ctx'
import type { Transaction } from '../../db/client'
import { lockPerson } from '../../db/lock-person'
import { declinedMails } from '../../db/schema/mail'
import { notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { listDeclined } from './mail-choice-queries'

/** Turns one kind of mail on or off, queued mails included. Idempotent. */
export async function changeMailChoice(
  ctx: Ctx,
  kind: MailChoiceKind,
  isWanted: boolean,
): Promise<MailChoiceKind[]> {
  return ctx.tx(async ({ db: tx, by }) => {
    if (!(await lockPerson(tx, by.id))) throw notFound()
    await (isWanted ? turnMailOn(tx, by, kind) : turnMailOff(tx, by, kind))
    return listDeclined(tx, by.id)
  })
}

type Person = EventSource & { id: number }

async function turnMailOn(tx: Transaction, by: Person, kind: MailChoiceKind): Promise<void> {
  const isTheirs = and(eq(declinedMails.userId, by.id), eq(declinedMails.kind, kind))
  const turnedOn = await tx.delete(declinedMails).where(isTheirs).returning()
  if (turnedOn.length > 0) await record(tx, by, 'mail.wanted', kind)
}

export async function turnMailOff(
  tx: Transaction,
  by: Person,
  kind: MailChoiceKind,
): Promise<void> {
  const row = { userId: by.id, kind }
  const turnedOff = await tx.insert(declinedMails).values(row).onConflictDoNothing().returning()
  if (turnedOff.length > 0) await record(tx, by, 'mail.declined', kind)
}

const record = (
  tx: Transaction,
  by: Person,
  action: 'mail.wanted' | 'mail.declined',
  kind: MailChoiceKind,
) => recordEvent({ db: tx, by }, action, `user:${by.id}`, { kind })
