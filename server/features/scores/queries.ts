import { asc, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { maxFilesPerUser } from '@shared/file-kinds'
import type { Queryable } from '../../db/client'
import { isUndecided } from '../../db/review'
import { files, fileVersions } from '../../db/schema/files'
import { creditScores, fileReadings } from '../../db/schema/scores'
import { users } from '../../db/schema/users'
import { orNotFound } from '../../errors'

const confirmer = alias(users, 'confirmer')

export async function getPersonName(db: Queryable, id: number) {
  const [row] = await db
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, id))
  return orNotFound(row)
}

export async function findCreditScore(db: Queryable, userId: number) {
  const [row] = await db
    .select({
      ...getTableColumns(creditScores),
      confirmer: { id: confirmer.id, firstName: confirmer.firstName, lastName: confirmer.lastName },
      file: { id: files.id, fileName: files.fileName },
    })
    .from(creditScores)
    .leftJoin(confirmer, eq(confirmer.id, creditScores.confirmedBy))
    .leftJoin(files, eq(files.id, creditScores.fileId))
    .where(eq(creditScores.userId, userId))
  return row ?? null
}

/** Readings of the contents that a person's documents show now, the newest document first. */
export async function listReadings(db: Queryable, userId: number) {
  return db
    .select({
      fileId: files.id,
      fileName: files.fileName,
      uploadedAt: fileVersions.createdAt,
      quarantine: files.quarantine,
      // Rejected on its own, it says nothing about its owner's score.
      isCounted: sql<boolean>`${files.status} <> 'rejected' or ${isUndecided('file', sql`${files}`)}`,
      state: fileReadings.state,
      scores: fileReadings.scores,
    })
    .from(files)
    .innerJoin(fileVersions, eq(fileVersions.storageKey, files.storageKey))
    .leftJoin(fileReadings, eq(fileReadings.versionId, fileVersions.id))
    .where(eq(files.userId, userId))
    .orderBy(desc(files.id))
    .limit(maxFilesPerUser)
}

/** When the content that a person's document shows was uploaded; null when the document is not theirs. */
export async function getUploadTime(db: Queryable, by: { fileId: number; userId: number }) {
  const [row] = await db
    .select({ uploadedAt: fileVersions.createdAt })
    .from(files)
    .innerJoin(fileVersions, eq(fileVersions.storageKey, files.storageKey))
    .where(sql`${files.id} = ${by.fileId} and ${files.userId} = ${by.userId}`)
    .orderBy(asc(fileVersions.id))
  return row?.uploadedAt ?? null
}
