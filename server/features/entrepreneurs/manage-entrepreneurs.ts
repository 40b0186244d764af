import { eq, sql } from 'drizzle-orm'
import type { EntrepreneurChange, EntrepreneurRequest } from '@shared/entrepreneurs'
import type { Ctx, EventSource } from '../../ctx'
import { violatesUnique } from '../../db/client'
import { drawId } from '../../db/ids'
import { entrepreneurs } from '../../db/schema/entrepreneurs'
import type { Sealer } from '../../db/sealing'
import { conflict } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { endOpenMatch } from '../matches/end-lost-matches'
import { findOpenMatch, updateHasMatch } from '../matches/queries'
import { rewriteLetters } from '../matches/rewrite-letters'
import { lockWithPartners } from '../matches/take-step'
import { leaveMatches } from '../matches/write-match'
import { sealedEntrepreneurNotes, listWithdrawnIds } from './queries'

/** Puts an entrepreneur on record. Throws 409 when the email is on record already. Returns the id. */
export async function addEntrepreneur(
  ctx: Ctx<EventSource>,
  entrepreneur: EntrepreneurRequest,
): Promise<number> {
  const { notes, ...columns } = entrepreneur
  return ctx.tx(async (inTx) => {
    const { db: tx, sealer } = inTx
    const id = await drawId(tx, entrepreneurs)
    const sealedNotes = sealNotes(sealer, id, notes)
    await refuseTaken(() => tx.insert(entrepreneurs).values({ ...columns, id, sealedNotes }))
    await recordEvent(inTx, 'entrepreneur.added', `entrepreneur:${id}`)
    return id
  })
}

/** Fields that letters say. */
const areInLetters: Record<keyof EntrepreneurChange, boolean> = {
  firstName: true,
  lastName: true,
  businessName: true,
  email: true,
  phoneNumber: true,
  timeZone: true,
  summary: true,
  amountCents: true,
  partnerPay: false,
  partnerSigns: false,
  minScore: false,
  status: false,
  notes: false,
}
const changesLetters = (change: EntrepreneurChange) =>
  Object.entries(areInLetters).some(([field, isInLetters]) => isInLetters && field in change)

/**
 * Changes any part of an entrepreneur. At another address they have another link, and get there what was asked at the
 * one before. Withdrawing ends the introduction that is open. Throws 404 without such an entrepreneur, 409 when the
 * email is another's.
 */
export async function changeEntrepreneur(
  ctx: Ctx,
  id: number,
  change: EntrepreneurChange,
): Promise<void> {
  const { notes, ...columns } = change
  await ctx.tx(async (inTx) => {
    const { db: tx, sealer } = inTx
    const before = await lockWithPartners(tx, id)
    const isOtherStatus = change.status !== undefined && change.status !== before.status
    const set = {
      ...columns,
      ...(notes !== undefined && { sealedNotes: sealNotes(sealer, id, notes) }),
      ...(isOtherStatus && { statusAt: sql`now()` }),
    }
    const fields = Object.keys(change)
    if (fields.length === 0) return
    await refuseTaken(() => tx.update(entrepreneurs).set(set).where(eq(entrepreneurs.id, id)))
    await recordEvent(inTx, 'entrepreneur.changed', `entrepreneur:${id}`, {
      fields: fields.join(', '),
      ...(isOtherStatus && { status: change.status ?? '' }),
    })
    const isMoved = change.email && change.email.toLowerCase() !== before.email.toLowerCase()
    const what = isMoved ? 'email' : 'details'
    if (changesLetters(change)) await rewriteLetters(inTx, { side: 'entrepreneur', id, what })
    if (change.status === 'withdrawn')
      await endOpenMatch(
        inTx,
        { entrepreneurId: id },
        { because: 'withdrawn', as: 'administrator' },
      )
  })
}

const sealNotes = (sealer: Sealer, id: number, notes: string) =>
  notes === '' ? null : sealer.seal(notes, sealedEntrepreneurNotes(id))

async function refuseTaken(write: () => PromiseLike<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!violatesUnique(error, 'entrepreneurs_email_unique')) throw error
    const message = 'There’s already an entrepreneur with this email.'
    throw conflict(message, { email: message })
  }
}

const keptDays = 365

/**
 * Removes an entrepreneur with every introduction and every mail to or about them. A match that both had accepted
 * stays, without them. Throws 404 without one, 409 while an introduction is open.
 */
export async function deleteEntrepreneur(ctx: Ctx<EventSource>, id: number): Promise<void> {
  await ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    const { partnerIds } = await lockWithPartners(tx, id)
    if (await findOpenMatch(tx, { entrepreneurId: id })) {
      throw conflict('This entrepreneur is in an introduction. Please end it first.')
    }
    await leaveMatches(tx, id)
    await tx.delete(entrepreneurs).where(eq(entrepreneurs.id, id))
    for (const partnerId of partnerIds) await updateHasMatch(tx, partnerId)
    await recordEvent(inTx, 'entrepreneur.deleted', `entrepreneur:${id}`)
  })
}

export async function removeWithdrawn(ctx: Ctx<EventSource>): Promise<number> {
  const ids = await listWithdrawnIds(ctx.db, keptDays)
  for (const id of ids) await deleteEntrepreneur(ctx, id)
  return ids.length
}
