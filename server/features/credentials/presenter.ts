import type { ListedCredential, MonitoringCredential, OwnCredential } from '@shared/credentials'
import { rejectionReason } from '../../db/review'
import { openOrNull, type Sealer } from '../../db/sealing'
import { purgeTime } from './purge-credentials'
import {
  sealedColumn,
  sharedAt,
  type CredentialRow,
  type OwnCredentialRow,
  type SealedCredentialRow,
} from './queries'

export function presentOwnCredential(row: OwnCredentialRow): OwnCredential {
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
    deletedOn: status === 'pending' ? null : purgeTime(decidedAt).toISOString(),
    createdAt: row.createdAt.toISOString(),
  }
}

export function presentCredential(row: CredentialRow): ListedCredential {
  const { owner, askedAt } = row
  return {
    id: row.id,
    serviceName: row.serviceName,
    serviceUrl: row.serviceUrl,
    username: row.username,
    userId: row.userId,
    owner: owner && {
      firstName: owner.firstName,
      lastName: owner.lastName,
      askedAt: askedAt?.toISOString(),
    },
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
  const open = (column: 'password' | 'notes', sealed: string) =>
    openOrNull(() => sealer.open(sealed, sealedColumn(column, row.id)))
  return {
    ...presentCredential(row),
    password: open('password', row.sealedPassword),
    notes: row.sealedNotes && open('notes', row.sealedNotes),
  }
}
