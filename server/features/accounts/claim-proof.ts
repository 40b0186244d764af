import { claimUpload } from '../../db/claim'
import type { Transaction } from '../../db/client'
import { files } from '../../db/schema/files'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { badRequest, conflict } from '../../errors'
import { awaitFirstReading } from '../scores/await-reading'

/** Gives an applicant the file or the shared login behind a key. Throws 400 for an unknown or expired key, 409 for a used one. */
export async function claimProof(
  tx: Transaction,
  claim: { uploadKey: string; userId: number },
): Promise<{ kind: 'file' | 'credential'; id: number }> {
  const claimedFile = await claimUpload(tx, files, claim)
  const claimed = claimedFile ?? (await claimUpload(tx, monitoringCredentials, claim))
  if (claimed === null || claimed === 'used') throw refusedKey(claimed)
  if (claimedFile) await awaitFirstReading(tx, claimed.id)
  return { kind: claimedFile ? 'file' : 'credential', id: claimed.id }
}

export const refusedKey = (claim: 'used' | null) =>
  claim === 'used'
    ? conflict('This upload already belongs to an account. Please log in.', { uploadKey: 'used' })
    : badRequest('Your upload was not found or has expired. Please send it again.', {
        uploadKey: 'unknown',
      })
