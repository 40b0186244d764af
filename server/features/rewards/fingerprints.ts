import { createHmac, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/client'
import { fingerprintKeys, referredPeople } from '../../db/schema/referral-links'
import { minPhoneDigits, users } from '../../db/schema/users'
import type { SealedColumn, Sealer } from '../../db/sealing'
import { findStateOfReferred } from './referral-states'
import { onlyRow } from '../../errors'

const keyBytes = 32

export const sealedFingerprintKey: SealedColumn = {
  table: 'fingerprint_keys',
  column: 'sealed_key',
  id: 1,
}

/** Digests of someone's mailbox and phone, by which they are recognized and not found out. */
export interface Fingerprints {
  userId: number
  mailbox: string
  /** Null when the number is too short to be anyone's. */
  phone: string | null
}

/** Null without such a person, and when the key can't be opened: that must keep no one from registering or leaving. */
export async function readFingerprints(
  tx: Transaction,
  sealer: Sealer,
  userId: number,
): Promise<Fingerprints | null> {
  const [person] = await tx
    .select({ mailbox: users.mailbox, phone: users.phoneDigits })
    .from(users)
    .where(eq(users.id, userId))
  const key = person && (await readFingerprintKey(tx, sealer))
  if (!key) return null
  const fingerprint = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  return {
    userId,
    mailbox: fingerprint(person.mailbox),
    phone: person.phone.length < minPhoneDigits ? null : fingerprint(person.phone),
  }
}

/**
 * Before an account is erased: keeps its fingerprints where a reward was earned for it, so that it is not earned
 * again by the same person. The account is held by the transaction.
 */
export async function keepFingerprints(tx: Transaction, sealer: Sealer, userId: number) {
  const referral = await findStateOfReferred(tx, userId)
  if (!referral?.active) return
  const fingerprints = await readFingerprints(tx, sealer, userId)
  if (!fingerprints) return
  await tx
    .update(referredPeople)
    .set({ mailboxFingerprint: fingerprints.mailbox, phoneFingerprint: fingerprints.phone })
    .where(eq(referredPeople.id, referral.id))
}

/** The one key, which stays the same when DATA_KEY changes; made if there is none. Null when it can't be opened. */
export async function readFingerprintKey(tx: Transaction, sealer: Sealer): Promise<Buffer | null> {
  return openKey(sealer, (await findSealedKey(tx)) ?? (await makeKey(tx, sealer)))
}

/** The one key; null when there is none, or it can't be opened. */
export async function findFingerprintKey(tx: Transaction, sealer: Sealer): Promise<Buffer | null> {
  return openKey(sealer, await findSealedKey(tx))
}

function openKey(sealer: Sealer, sealedKey: string | undefined): Buffer | null {
  try {
    return sealedKey ? Buffer.from(sealer.open(sealedKey, sealedFingerprintKey), 'base64') : null
  } catch {
    return null
  }
}

async function findSealedKey(tx: Transaction): Promise<string | undefined> {
  const [row] = await tx.select({ sealedKey: fingerprintKeys.sealedKey }).from(fingerprintKeys)
  return row?.sealedKey
}

async function makeKey(tx: Transaction, sealer: Sealer): Promise<string> {
  const { id } = sealedFingerprintKey
  const sealedKey = sealer.seal(randomBytes(keyBytes).toString('base64'), sealedFingerprintKey)
  // When two make a key at the same moment, the second gets that of the first.
  const made = await tx
    .insert(fingerprintKeys)
    .values({ id, sealedKey })
    .onConflictDoUpdate({
      target: fingerprintKeys.id,
      set: { sealedKey: sql`${fingerprintKeys.sealedKey}` },
    })
    .returning({ sealedKey: fingerprintKeys.sealedKey })
  return onlyRow(made).sealedKey
}
