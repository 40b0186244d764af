import { eq } from 'drizzle-orm'
import type { Profile } from '@shared/accounts'
import type { FoundScore } from '@shared/scores'
import { samples, type Sample } from '@tests/support/samples/samples'
import { unknownKey } from '@tests/support/samples/forms'
import { createCtx } from '@server/ctx'
import { foundScore } from '../samples/found-score'
import { onlyRow } from '@server/errors'
import { files, fileVersions } from '@server/db/schema/files'
import { monitoringCredentials } from '@server/db/schema/monitoring-credentials'
import { users } from '@server/db/schema/users'
import { portalItself } from '@server/features/audit/record-event'
import { shareCredentials } from '@server/features/credentials/manage-credentials'
import { enqueueFirstReading } from '@server/features/scores/read-waiting-reports'
import { storeUpload } from '@server/features/files/store-upload'
import type { TestApp } from './app'
import { fileReadings } from '@server/db/schema/scores'
import { ctxOf } from './ctx'

type UserOverrides = Partial<Omit<typeof users.$inferInsert, 'passwordHash' | 'search'>> & {
  password?: string
}

export type BuiltUser = Omit<typeof users.$inferSelect, 'search'> & { password: string }

let serial = 0

const next = () => (serial += 1)

/** A user with a login. */
export async function buildUser(app: TestApp, overrides: UserOverrides = {}): Promise<BuiltUser> {
  const { password = 'correct horse battery', ...columns } = overrides
  const number = next()
  const user = onlyRow(
    await app.db
      .insert(users)
      .values({
        email: `partner-${number}@example.com`,
        firstName: 'Pat',
        lastName: `Partner-${number}`,
        phoneNumber: `303555${String(1000 + number).slice(-4)}`,
        passwordHash: await app.passwords.hash(password),
        ...columns,
      })
      .returning(),
  )
  return { ...user, password }
}

/** What every answer about a user begins with. */
export const profileOf = ({ id, firstName, lastName, email, phoneNumber }: BuiltUser) =>
  ({ id, firstName, lastName, email, phoneNumber }) satisfies Record<'id' | keyof Profile, unknown>

/** The one administrator. */
export const buildAdmin = (app: TestApp, overrides: UserOverrides = {}): Promise<BuiltUser> =>
  buildUser(app, {
    email: 'admin@example.com',
    firstName: 'Portal',
    lastName: 'Administrator',
    isAdmin: 1,
    status: 'approved',
    ...overrides,
  })

interface FileOverrides extends Partial<typeof files.$inferInsert> {
  /** What is in it; a small PDF otherwise. */
  sample?: Sample
  owner?: { id: number }
}

/** A stored file, its owner's or, without one, unclaimed. */
export async function buildFile(app: TestApp, overrides: FileOverrides = {}) {
  const { sample = samples.pdf({ text: `Report ${next()}` }), owner, ...columns } = overrides
  // Storing overwrites what it is given.
  const received = { bytes: Buffer.from(sample.bytes), claimedName: sample.name }
  const stored = await storeUpload(createCtx({ ...app, scanner: null }, portalItself), received)
  const file = onlyRow(
    await app.db
      .update(files)
      .set({
        fileName: stored.fileName,
        ...(owner && { userId: owner.id, claimedAt: new Date() }),
        ...columns,
      })
      .where(eq(files.id, stored.id))
      .returning(),
  )
  if (file.userId) await app.db.transaction((tx) => enqueueFirstReading(tx, file.id))
  return file
}

interface CredentialOverrides extends Partial<typeof monitoringCredentials.$inferInsert> {
  password?: string
  notes?: string
  owner?: { id: number }
}

/** A shared monitoring login, its owner's or, without one, unclaimed. */
export async function buildCredential(app: TestApp, overrides: CredentialOverrides = {}) {
  const { password = 'monitoring secret', notes, owner, ...columns } = overrides
  const number = next()
  const uploadKey = await shareCredentials(ctxOf(app), {
    serviceName: `Score Watch ${number}`,
    serviceUrl: 'https://score-watch.example/login',
    username: `watcher-${number}`,
    password,
    notes,
  })
  return onlyRow(
    await app.db
      .update(monitoringCredentials)
      .set({
        uploadKey,
        ...(owner && { userId: owner.id, claimedAt: new Date() }),
        ...columns,
      })
      .where(eq(monitoringCredentials.uploadKey, uploadKey))
      .returning(),
  )
}

/**
 * Contents that a file had before, whose size only the rows say; returns their ids.
 */
export async function addEarlierContents(
  app: TestApp,
  file: typeof files.$inferSelect,
  sizes: number[],
  approvedAt: Date | null = null,
): Promise<number[]> {
  const { id: fileId, fileName, fileType, sha256 } = file
  const like = { fileId, fileName, fileType, sha256, reason: 're-upload', approvedAt } as const
  const rows = await app.db
    .insert(fileVersions)
    .values(
      sizes.map((fileSize) => {
        const storageKey = `${file.uploadKey}/${unknownKey()}.pdf`
        return { ...like, storageKey, fileSize }
      }),
    )
    .returning({ id: fileVersions.id })
  return rows.map(({ id }) => id)
}

/** All that is kept of a file, oldest first. */
export const listContents = (app: TestApp, fileId: number) =>
  app.db.select().from(fileVersions).where(eq(fileVersions.fileId, fileId)).orderBy(fileVersions.id)

/** Stores what would be read from a report, without reading it. */
export async function readReport(
  app: TestApp,
  file: { storageKey: string },
  read: Pick<FoundScore, 'score' | 'nameOnReport'>,
): Promise<void> {
  const scores = [{ ...foundScore, page: 1, line: 1, mark: null, ...read }]
  const [version] = await app.db
    .select({ id: fileVersions.id })
    .from(fileVersions)
    .where(eq(fileVersions.storageKey, file.storageKey))
  if (!version) throw new Error('There is no such content.')
  const done = { state: 'done' as const, scores }
  await app.db
    .insert(fileReadings)
    .values({ versionId: version.id, ...done })
    .onConflictDoUpdate({ target: fileReadings.versionId, set: done })
}
