import type { CreditFile, ReviewedFile, UploadedFile } from '@shared/files'
import type { FileRow, ReviewedFileRow } from './queries'

export function presentFile(row: FileRow): CreditFile {
  return {
    id: row.id,
    fileName: row.fileName,
    fileSize: row.fileSize,
    fileType: row.fileType,
    status: row.status,
    ...(row.quarantine && { quarantine: row.quarantine }),
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
    },
  }
}

/** What an uploader who may not even have an account learns: nothing that was not sent. */
export function presentUpload(row: FileRow): UploadedFile {
  return {
    uploadKey: row.uploadKey,
    fileName: row.fileName,
    fileSize: row.fileSize,
    fileType: row.fileType,
  }
}
