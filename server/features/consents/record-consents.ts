import { eq, sql } from 'drizzle-orm'
import {
  contactKinds,
  type ConsentKind,
  type ConsentSource,
  currentTexts,
  type ConsentChange,
  type StopRequest,
} from '@shared/consents'
import type { Actor, Ctx, EventSource, TxCtx } from '../../ctx'
import type { Transaction } from '../../db/client'
import { consents } from '../../db/schema/consents'
import { users } from '../../db/schema/users'
import { lockPerson } from '../../db/lock-person'
import { conflict, forbidden, orNotFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { listConsents } from './queries'

interface Said {
  userId: number
  kinds: readonly { kind: ConsentKind; textVersion: string }[]
  isGiven: boolean
  source: ConsentSource
  /** The administrator, of what someone said elsewhere. */
  recordedBy?: number
}

/**
 * Adds what someone has just agreed to or withdrawn, in the trail as well. A consent to texts is for the number that is
 * on file.
 */
export async function recordConsents(
  ctx: Pick<TxCtx<EventSource & { id: number }>, 'db' | 'by'>,
  said: Said,
): Promise<void> {
  const { db: tx, by } = ctx
  const { userId, kinds, isGiven, source, recordedBy } = said
  // The administrator who records what someone said has another address than they.
  const ip = recordedBy === undefined ? by.ip : null
  await tx.insert(consents).values(
    kinds.map((one) => ({
      ...one,
      ...(one.kind === 'texts' && { phoneDigits: numberOf(userId) }),
      isGiven,
      source,
      recordedBy,
      userId,
      ip,
    })),
  )
  const texts = new Set(kinds.map(({ textVersion }) => textVersion))
  await recordEvent(ctx, isGiven ? 'consent.given' : 'consent.withdrawn', `user:${userId}`, {
    to: kinds.map(({ kind }) => kind).join(', '),
    text: [...texts].join(', '),
    source,
  })
  await noteContactConsent(tx, userId)
}

const numberOf = (userId: number) =>
  sql`(select ${users.phoneDigits} from ${users} where ${users.id} = ${userId})`

/** Keeps the account's own note of whether they may be contacted at all. */
export async function noteContactConsent(tx: Transaction, userId: number): Promise<void> {
  const now = await listConsents(tx, userId)
  const contactConsent = now.some((row) => row.isGiven && isContact(row.kind))
  await tx.update(users).set({ contactConsent }).where(eq(users.id, userId))
}

const isContact = (kind: ConsentKind) => contactKinds.some((contact) => contact === kind)

/**
 * Gives or withdraws one consent, from this moment on. Saying it twice records it once. Throws 409 when the text that
 * was shown is no longer the one in use.
 */
export async function changeConsent(
  ctx: Ctx,
  kind: ConsentKind,
  change: ConsentChange,
): Promise<void> {
  const { id: userId } = ctx.by
  if (!canConsent(ctx.by)) throw forbidden('Only partners are asked for their consent.', 'partner')
  if (change.isGiven && change.textVersion !== currentTexts[kind])
    throw conflict('This text has changed. Please reload the page and read it again.')
  await ctx.tx(async (inTx) => {
    orNotFound(await lockPerson(inTx.db, userId))
    const before = (await listConsents(inTx.db, userId)).find((row) => row.kind === kind)
    const { isGiven } = change
    if (before ? before.isGiven === isGiven : !isGiven) return
    const textVersion = change.isGiven ? change.textVersion : (before?.textVersion ?? '')
    const said = { userId, kinds: [{ kind, textVersion }], isGiven, source: 'account' } as const
    await recordConsents(inTx, said)
  })
}

/**
 * Withdraws for someone who called or wrote, from this moment on: also what they never agreed to, so that no
 * one takes silence for a yes. What is withdrawn already stays as it was said. Throws 404 without such a
 * user, 403 for the administrator.
 */
export async function recordStop(ctx: Ctx, userId: number, stop: StopRequest): Promise<void> {
  await ctx.tx(async (inTx) => {
    const { db: tx, by } = inTx
    if (!canConsent(orNotFound(await lockPerson(tx, userId))))
      throw forbidden('Only partners are asked for their consent.', 'target is the administrator')
    const before = new Map((await listConsents(tx, userId)).map((row) => [row.kind, row]))
    const kinds = stop.kinds
      .filter((kind) => before.get(kind)?.isGiven !== false)
      .map((kind) => ({ kind, textVersion: before.get(kind)?.textVersion ?? currentTexts[kind] }))
    if (kinds.length === 0) return
    const said = { userId, kinds, isGiven: false, source: stop.way, recordedBy: by.id }
    await recordConsents(inTx, said)
  })
}

/** The administrator is the one who contacts. */
const canConsent = (actor: Pick<Actor, 'isAdmin'>): boolean => actor.isAdmin === 0
