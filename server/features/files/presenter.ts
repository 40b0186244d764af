import { rejectionReason } from '../../db/review'
import type { ListedVersion } from './list-file-versions'
import type { FileRow, ReviewedFileRow } from './queries'

/** Partners are told why a document was rejected, and nothing else that the administrator wrote down. */
export const presentOwnFile = (row: FileRow) => ({
  ...row,
  statusReason: rejectionReason(row),
  quarantine: row.quarantine ?? undefined,
})

export const presentReviewedFile = ({ owner, askedAt, ...row }: ReviewedFileRow) => ({
  ...row,
  quarantine: row.quarantine ?? undefined,
  version: row.sha256,
  owner: owner && { ...owner, askedAt: askedAt ?? undefined },
})

export const presentVersion = ({ by, ...row }: ListedVersion) => ({
  ...row,
  by: by && { id: by.id, name: `${by.firstName} ${by.lastName}`, isAdmin: by.isAdmin === 1 },
  isShown: row.storageKey === row.shownKey,
})
