import { eq } from 'drizzle-orm'
import { contactKinds, type ConsentKind, type ConsentSource } from '@shared/consents'
import type { Transaction } from '../../db/client'
import { consents } from '../../db/schema/consents'
import { users } from '../../db/schema/users'
import { recordEvent, type EventSource } from '../audit/record-event'
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
 * Adds what someone has just agreed to or withdrawn, in the trail as well, and keeps the account's own
 * note of whether they may be contacted at all.
 */
export async function recordConsents(
  tx: Transaction,
  by: EventSource & { id: number },
  said: Said,
): Promise<void> {
  const { userId, kinds, isGiven, source, recordedBy } = said
  // The administrator who records what someone said has another address than they.
  const ip = recordedBy === undefined ? by.ip : null
  await tx
    .insert(consents)
    .values(kinds.map((one) => ({ ...one, isGiven, source, recordedBy, userId, ip })))
  const texts = new Set(kinds.map(({ textVersion }) => textVersion))
  await recordEvent(tx, by, isGiven ? 'consent.given' : 'consent.withdrawn', {
    object: `user:${userId}`,
    details: {
      to: kinds.map(({ kind }) => kind).join(', '),
      text: [...texts].join(', '),
      source,
    },
  })
  const now = await listConsents(tx, userId)
  const contactConsent = now.some((row) => row.isGiven && isContact(row.kind))
  await tx.update(users).set({ contactConsent }).where(eq(users.id, userId))
}

const isContact = (kind: ConsentKind) => contactKinds.some((contact) => contact === kind)
