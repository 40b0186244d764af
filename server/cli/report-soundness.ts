import type { Database } from '../db/client'
import { createSealer } from '../db/sealing'
import type { Env } from '../env'
import type { FileStorage } from '../storage/port'
import { fsckPortal } from './fsck-portal'

/** Compares database and storage, prints what does not hold and what was looked at, and answers whether all does. */
export async function reportSoundness(input: {
  env: Pick<Env, 'dataKeys'>
  db: Database
  storage: FileStorage
  checksums: boolean
}): Promise<boolean> {
  const { env, db, storage, checksums } = input
  const counts = await fsckPortal({
    db,
    storage,
    sealer: createSealer(env.dataKeys),
    checksums,
    report: (problem) => console.log(`- ${problem}`),
  })
  const { accounts, files, contents, credentials, inProgress, temporaries, orphans } = counts
  console.log(
    `${accounts} accounts, ${files} files with ${contents} contents and their copies, ` +
      `${credentials} shared logins checked${checksums ? '' : ', without checksums'}.\n` +
      `In progress: ${temporaries} temporaries, ${inProgress} contents. Orphans: ${orphans}.\n` +
      (counts.problems === 0
        ? 'Sound.'
        : `Not sound: ${counts.problems} problem${counts.problems === 1 ? '' : 's'}.`),
  )
  return counts.problems === 0
}
