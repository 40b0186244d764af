import { eq, sql } from 'drizzle-orm'
import type { EntrepreneurChange, EntrepreneurRequest } from '@shared/entrepreneurs'
import type { Actor, EventSource } from '../../ctx'
import { violatesUnique, type Database, type Queryable } from '../../db/client'
import { drawId } from '../../db/draw-id'
import { entrepreneurs } from '../../db/schema/entrepreneurs'
import type { Sealer } from '../../db/sealing'
import { conflict } from '../../errors'
import { recordEvent } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { endOpenMatch } from '../matches/end-lost-matches'
import { rewriteLetters } from '../matches/rewrite-letters'
import { lockWithPartners } from '../matches/take-step'
import { sealedEntrepreneurNotes } from './queries'

/** Puts an entrepreneur on record. Throws 409 when the email is on record already. Returns the id. */
export async function addEntrepreneur(input: {
  db: Queryable
  sealer: Sealer
  entrepreneur: EntrepreneurRequest
  by: EventSource
}): Promise<number> {
  const { db, sealer, entrepreneur, by } = input
  const { notes, ...columns } = entrepreneur
  return db.transaction(async (tx) => {
    const id = await drawId(tx, entrepreneurs)
    const sealedNotes = sealNotes(sealer, id, notes)
    await refuseTaken(() => tx.insert(entrepreneurs).values({ ...columns, id, sealedNotes }))
    await recordEvent(tx, by, 'entrepreneur.added', { object: `entrepreneur:${id}` })
    return id
  })
}

/** Which fields letters say. */
const areInLetters: Record<keyof EntrepreneurChange, boolean> = {
  firstName: true,
  lastName: true,
  businessName: true,
  email: true,
  phoneNumber: true,
  timeZone: true,
  summary: true,
  amountCents: true,
  minScore: false,
  status: false,
  notes: false,
}
const changesLetters = (change: EntrepreneurChange) =>
  Object.entries(areInLetters).some(([field, isInLetters]) => isInLetters && field in change)

/**
 * Changes what is said of one, whatever part of it. At another address they have another link, and what they
 * are asked is asked there. Who withdraws ends the introduction that is open. Throws 404 without one, 409 when the email
 * is that of another.
 */
export async function changeEntrepreneur(input: {
  db: Database
  mail: MailDeps
  id: number
  change: EntrepreneurChange
  by: Actor
}): Promise<void> {
  const { db, mail, id, change, by } = input
  const { notes, ...columns } = change
  await db.transaction(async (tx) => {
    const before = await lockWithPartners(tx, id)
    const isOtherStatus = change.status !== undefined && change.status !== before.status
    const set = {
      ...columns,
      ...(notes !== undefined && { sealedNotes: sealNotes(mail.sealer, id, notes) }),
      ...(isOtherStatus && { statusAt: sql`now()` }),
    }
    const fields = Object.keys(change)
    if (fields.length === 0) return
    await refuseTaken(() => tx.update(entrepreneurs).set(set).where(eq(entrepreneurs.id, id)))
    await recordEvent(tx, by, 'entrepreneur.changed', {
      object: `entrepreneur:${id}`,
      details: { fields: fields.join(', '), ...(isOtherStatus && { status: change.status ?? '' }) },
    })
    const isMoved = change.email && change.email.toLowerCase() !== before.email.toLowerCase()
    const what = isMoved ? 'email' : 'details'
    if (changesLetters(change)) await rewriteLetters(tx, mail, { side: 'entrepreneur', id, what })
    if (change.status !== 'withdrawn') return
    const ending = { because: 'withdrawn', by: { as: 'administrator', source: by } } as const
    await endOpenMatch(tx, mail, { of: { entrepreneurId: id }, ...ending })
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
