import type { MonitoringCredential } from '@shared/credentials'
import type { Sealer } from '../../db/sealing'
import { sealedColumn, type SealedCredentialRow } from './queries'

/** Opens the sealed secrets: for the administrator's eyes only. */
export function presentCredential(row: SealedCredentialRow, sealer: Sealer): MonitoringCredential {
  return {
    id: row.id,
    serviceName: row.serviceName,
    serviceUrl: row.serviceUrl,
    username: row.username,
    password: sealer.open(row.sealedPassword, sealedColumn('password', row.id)),
    notes: row.sealedNotes && sealer.open(row.sealedNotes, sealedColumn('notes', row.id)),
    userId: row.userId,
    status: row.status,
    statusReason: row.statusReason,
    createdAt: row.createdAt.toISOString(),
  }
}
