import { eq } from 'drizzle-orm'
import { contactKinds, type ConsentKind, type ConsentSource } from '@shared/consents'
import type { Transaction } from '../../db/client'
import { consents } from '../../db/schema/consents'
import { users } from '../../db/schema/users'
import { recordEvent, type EventSource } from '../audit/record-event'
import { listConsents } from './queries'

/**
 * Adds what someone has just agreed to or withdrawn, in the trail as well, and keeps the account's own
 * note of whether they may be contacted at all.
 */
export async function recordConsents(
  tx: Transaction,
  by: EventSource & { id: number },
  said: {
    kinds: readonly ConsentKind[]
    isGiven: boolean
    textVersion: string
    source: ConsentSource
  },
): Promise<void> {
  const { kinds, ...rest } = said
  const userId = by.id
  await tx.insert(consents).values(kinds.map((kind) => ({ ...rest, kind, userId, ip: by.ip })))
  await recordEvent(tx, by, said.isGiven ? 'consent.given' : 'consent.withdrawn', {
    object: `user:${userId}`,
    details: { to: kinds.join(', '), text: said.textVersion, source: said.source },
  })
  const now = await listConsents(tx, userId)
  const contactConsent = now.some(
    ({ kind, isGiven }) => isGiven && contactKinds.some((contact) => contact === kind),
  )
  await tx.update(users).set({ contactConsent }).where(eq(users.id, userId))
}
