import type { CreditFile, FileVersion, OwnFile, ReviewedFile, UploadedFile } from '@shared/files'
import { rejectionReason } from '../../db/review'
import type { ListedVersion } from './list-file-versions'
import type { FileRow, ReviewedFileRow } from './queries'

export function presentOwnFile(row: FileRow): OwnFile {
  return {
    ...presentFile(row),
    uploadedAt: row.uploadedAt.toISOString(),
    statusAt: row.statusAt?.toISOString() ?? null,
    lastOpenedAt: row.lastOpenedAt?.toISOString() ?? null,
  }
}

function presentFile(row: Omit<FileRow, 'uploadedAt' | 'statusAt' | 'lastOpenedAt'>): CreditFile {
  return {
    id: row.id,
    fileName: row.fileName,
    fileSize: row.fileSize,
    fileType: row.fileType,
    status: row.status,
    statusReason: rejectionReason(row),
    quarantine: row.quarantine ?? undefined,
    uploadKey: row.uploadKey,
    userId: row.userId,
    createdAt: row.createdAt.toISOString(),
  }
}

export function presentReviewedFile(row: ReviewedFileRow): ReviewedFile {
  const { owner } = row
  return {
    ...presentFile(row),
    statusReason: row.statusReason,
    version: row.sha256,
    owner: owner && {
      firstName: owner.firstName,
      lastName: owner.lastName,
      email: owner.email,
      phoneNumber: owner.phoneNumber,
      askedAt: row.askedAt?.toISOString(),
    },
  }
}

/** What the uploader, who may have no account, is told: only what they sent. */
export function presentUpload(row: UploadedFile): UploadedFile {
  return {
    uploadKey: row.uploadKey,
    fileName: row.fileName,
    fileSize: row.fileSize,
    fileType: row.fileType,
  }
}

export function presentVersion(row: ListedVersion): FileVersion {
  const { by } = row
  return {
    id: row.id,
    fileName: row.fileName,
    fileSize: row.fileSize,
    fileType: row.fileType,
    sha256: row.sha256,
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
    by: by && { id: by.id, name: `${by.firstName} ${by.lastName}`, isAdmin: by.isAdmin === 1 },
    isShown: row.storageKey === row.shownKey,
    state: row.state,
    hasCopy: row.hasCopy,
    approvedAt: row.approvedAt?.toISOString() ?? null,
  }
}
