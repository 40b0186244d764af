import { loadEnv } from '../env'
import { sealStoredContents } from '../features/files/seal-stored-contents'
import { createLogger } from '../http/logger'
import { openStorage } from '../open-storage'
import { runCommand, withDatabase } from './with-database'

const reportedEach = 1_000

/** `npm run storage:seal`: seals the documents that were stored before documents were sealed, beside a running portal. */
await runCommand(async () => {
  const env = loadEnv()
  if (!env.sealsDocuments) throw new Error('SEAL_DOCUMENTS is off: turn it on first.')
  const { sealed, unsealable } = await withDatabase(env, async (db) =>
    sealStoredContents({
      db,
      storage: await openStorage(env, db, createLogger(env)),
      report: createReport(),
    }),
  )
  for (const version of unsealable) console.error(`- ${version}: no copy of it is intact`)
  console.log(
    `${sealed} contents sealed. Their plain bytes are removed by the portal within the hour.`,
  )
  if (unsealable.length > 0) {
    throw new Error('Restore or delete these documents, then run this again.')
  }
})

function createReport() {
  let reported = 0
  return (sealed: number) => {
    if (sealed < reported + reportedEach) return
    reported = sealed
    console.log(`${sealed} contents sealed so far.`)
  }
}
