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

export const presentOwnCredential = (row: OwnCredentialRow) => ({
  ...row,
  statusReason: rejectionReason(row),
  sharedAt: sharedAt(row),
  deletedOn: row.owner.status === 'pending' ? null : purgeTime(row.owner.decidedAt),
})

export const presentCredential = ({ owner, askedAt, ...row }: CredentialRow) => ({
  ...row,
  owner: owner && { ...owner, askedAt: askedAt ?? undefined },
})

/** Opens the sealed secrets: for the one page that shows them. */
export function openCredential(
  { sealedPassword, sealedNotes, ...row }: SealedCredentialRow,
  sealer: Sealer,
) {
  const open = (column: 'password' | 'notes', sealed: string) =>
    openOrNull(() => sealer.open(sealed, sealedColumn(column, row.id)))
  return {
    ...presentCredential(row),
    password: open('password', sealedPassword),
    notes: sealedNotes && open('notes', sealedNotes),
  }
}
