import type { ListedCredential, MonitoringCredential, OwnCredential } from '@shared/credentials'
import { rejectionReason } from '../../db/review'
import type { SealedColumn, Sealer } from '../../db/sealing'
import { purgeTime } from './purge-credentials'
import {
  sealedColumn,
  sharedAt,
  type CredentialRow,
  type OwnCredentialRow,
  type SealedCredentialRow,
} from './queries'

export function presentOwnCredential(row: OwnCredentialRow, keptDays: number): OwnCredential {
  const { status, decidedAt } = row.owner
  return {
    id: row.id,
    serviceName: row.serviceName,
    serviceUrl: row.serviceUrl,
    username: row.username,
    status: row.status,
    statusReason: rejectionReason(row),
    sharedAt: sharedAt(row).toISOString(),
    lastOpenedAt: row.lastOpenedAt?.toISOString() ?? null,
    deletedOn: status === 'pending' ? null : purgeTime(decidedAt, keptDays).toISOString(),
    createdAt: row.createdAt.toISOString(),
  }
}

export function presentCredential(row: CredentialRow): ListedCredential {
  return {
    id: row.id,
    serviceName: row.serviceName,
    serviceUrl: row.serviceUrl,
    username: row.username,
    userId: row.userId,
    status: row.status,
    statusReason: row.statusReason,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
  }
}

/** Opens the sealed secrets: for the one page that shows them. */
export function presentOpenCredential(
  row: SealedCredentialRow,
  sealer: Sealer,
): MonitoringCredential {
  return {
    ...presentCredential(row),
    password: openOrNull(sealer, row.sealedPassword, sealedColumn('password', row.id)),
    notes: row.sealedNotes && openOrNull(sealer, row.sealedNotes, sealedColumn('notes', row.id)),
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
