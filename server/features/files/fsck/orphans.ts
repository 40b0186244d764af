import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/client'
import type { FileStorage } from '../../../storage/port'
import { inBatches, keysWithRow, sweepAgeMs } from '../jobs'

/** What the folders hold besides the contents of files. */
export interface Remainders {
  /** Without a row, but young, or about to be removed by a job. */
  inProgress: number
  temporaries: number
  orphans: number
}

/** Reports every stored content that no file has or had, and that nothing is about to clear away. */
export async function fsckOrphans(input: {
  db: Database
  storage: FileStorage
  report: (problem: string) => void
}): Promise<Remainders> {
  const { db, storage, report } = input
  let inProgress = 0
  for await (const batch of inBatches(storage.listKept(0))) {
    const withRow = await keysWithRow(db, batch)
    const strays = batch.filter((storageKey) => !withRow.has(storageKey))
    const leaving = await keysOfRemovals(db, strays)
    for (const storageKey of strays) {
      const age = await storage.ageOfKept(storageKey)
      if (age === null) continue
      if (age <= sweepAgeMs || leaving.has(storageKey)) inProgress += 1
      else report(`${storageKey}: stored, but of no file`)
    }
  }
  let orphans = 0
  for await (const storageKey of storage.listOrphans(0)) if (storageKey) orphans += 1
  return { inProgress, temporaries: await storage.countTemporaries(), orphans }
}

/** Which of the keys a deletion has given to a job that has not finished. */
async function keysOfRemovals(db: Database, storageKeys: string[]): Promise<Set<string>> {
  if (storageKeys.length === 0) return new Set()
  const { rows } = await db.execute<{ storage_key: string }>(sql`
    select storage_key from graphile_worker._private_jobs as jobs
      join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id,
      json_array_elements_text(jobs.payload -> 'storageKeys') as removed (storage_key)
    where tasks.identifier = 'remove-contents' and storage_key in ${storageKeys}`)
  return new Set(rows.map((row) => row.storage_key))
}
