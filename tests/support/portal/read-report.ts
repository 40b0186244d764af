import { eq } from 'drizzle-orm'
import type { FoundScore } from '@shared/scores'
import { fileVersions } from '@server/db/schema/files'
import { fileReadings } from '@server/db/schema/scores'
import { foundScore } from '../samples/found-score'
import type { TestApp } from './app'

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
