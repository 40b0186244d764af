import type { MonitoringCredential } from '@shared/credentials'
import type { SealedColumn, Sealer } from '../../db/sealing'
import { sealedColumn, type SealedCredentialRow } from './queries'

/** Opens the sealed secrets: for the administrator's eyes only. */
export function presentCredential(row: SealedCredentialRow, sealer: Sealer): MonitoringCredential {
  return {
    id: row.id,
    serviceName: row.serviceName,
    serviceUrl: row.serviceUrl,
    username: row.username,
    password: openOrNull(sealer, row.sealedPassword, sealedColumn('password', row.id)),
    notes: row.sealedNotes && openOrNull(sealer, row.sealedNotes, sealedColumn('notes', row.id)),
    userId: row.userId,
    status: row.status,
    statusReason: row.statusReason,
    createdAt: row.createdAt.toISOString(),
  }
}

/** One value that was damaged, or whose key is lost, must not take the whole list away. */
function openOrNull(sealer: Sealer, sealed: string, at: SealedColumn): string | null {
  try {
    return sealer.open(sealed, at)
  } catch {
    return null
  }
}
