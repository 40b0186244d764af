import { and, eq } from 'drizzle-orm'
import { currentTexts } from '@shared/consents'
import {
  withdrawsConsent,
  type DeclineByLinkRequest,
  type LinkedMailKind,
  type MailChoiceKind,
} from '@shared/mail-choices'
import { isByChoice, mailKinds, type MailKind } from '@shared/mail-kinds'
import { pages } from '@shared/pages'
import { z } from '@shared/zod'
import type { Ctx, Visitor, EventSource } from '../../ctx'
import type { Transaction } from '../../db/client'
import { lockPerson } from '../../db/lock-person'
import { openOrNull, type SealedColumn, type Sealer } from '../../db/sealing'
import { badRequest, notFound } from '../../errors'
import { listConsents } from '../consents/queries'
import { recordConsents } from '../consents/record-consents'
import type { MailCtx } from './find-sender'
import { declinedMails } from '../../db/schema/mail'
import { recordEvent } from '../audit/record-event'
import { listDeclined } from './queries'

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
  if (turnedOn.length > 0)
    await recordEvent({ db: tx, by }, 'mail.wanted', `user:${by.id}`, { kind })
}

async function turnMailOff(tx: Transaction, by: Person, kind: MailChoiceKind): Promise<void> {
  const row = { userId: by.id, kind }
  const turnedOff = await tx.insert(declinedMails).values(row).onConflictDoNothing().returning()
  if (turnedOff.length > 0)
    await recordEvent({ db: tx, by }, 'mail.declined', `user:${by.id}`, { kind })
}

/** The place of no column: a link opens nothing that is stored, and nothing that is stored opens as a link. */
const place: SealedColumn = { table: 'declined_mails', column: 'link', id: 0 }
const linked = z.object({ userId: z.number() })

interface LinkedMail {
  kind: MailKind
  userId?: number
}

/**
 * The address where such mails can be turned off without a login; null for what no one can turn off. The token says whose
 * mails they are and can do nothing else, so it has no end.
 */
export function choiceAddress({ env, sealer }: MailCtx, mail: LinkedMail): string | null {
  const kind = linkedKind(mail.kind)
  if (kind === null || mail.userId === undefined) return null
  const token = sealer.seal(JSON.stringify({ userId: mail.userId }), place)
  return `${env.publicOrigin}${pages.emailChoices}#token=${token}&kind=${kind}`
}

/** Mail that is written to people by hand is theirs to stop by withdrawing their consent. */
function linkedKind(kind: MailKind): LinkedMailKind | null {
  if (isByChoice(kind)) return kind
  return mailKinds[kind].turnedOffBy === 'consent' ? withdrawsConsent : null
}

const openToken = (sealer: Sealer, token: string) =>
  openOrNull(() => linked.parse(JSON.parse(sealer.open(token, place))).userId)

/**
 * Turns kinds of mail off for the recipient of a mail with this link, and nothing on. Said twice is said once.
 * Throws 400 for a link that is invalid, or whose account is gone.
 */
export async function declineByLink(
  ctx: Ctx<Visitor>,
  { token, kinds }: DeclineByLinkRequest,
): Promise<void> {
  const userId = openToken(ctx.sealer, token)
  await ctx.tx(async ({ db: tx, by }) => {
    const person = userId === null ? null : await lockPerson(tx, userId)
    if (!person || person.isAdmin)
      throw badRequest('This link doesn’t work anymore. Log in to turn emails off.')
    const actor = { ...by, id: person.id }
    for (const kind of kinds) {
      if (kind === withdrawsConsent) await withdrawEmail(tx, actor)
      else await turnMailOff(tx, actor, kind)
    }
  })
}

/** A consent that they never gave is withdrawn as well, so that no one takes silence for a yes. */
async function withdrawEmail(tx: Transaction, by: Visitor & { id: number }): Promise<void> {
  const before = (await listConsents(tx, by.id)).find(({ kind }) => kind === 'email')
  if (before?.isGiven === false) return
  const kinds = [{ kind: 'email', textVersion: before?.textVersion ?? currentTexts.email }] as const
  const said = { userId: by.id, kinds, isGiven: false, source: 'account' } as const
  await recordConsents({ db: tx, by }, said)
}
