import { sql } from 'drizzle-orm'
import { maxFilesPerUser } from '@shared/file-kinds'
import type { Database } from '../../../db/client'
import { files } from '../../../db/schema/files'
import { idRanges } from '../../../db/ids'

const batchSize = 2_000

/**
 * Reports files that show what they never held, that were claimed by no one or twice, and that are
 * more than a user may have. Returns how many files there are.
 */
export async function fsckFiles(input: {
  db: Database
  report: (problem: string) => void
}): Promise<number> {
  const { db, report } = input
  for await (const { after, upTo } of idRanges(db, files, batchSize)) {
    // Of an infected file, bytes and version are gone on purpose.
    const { rows } = await db.execute<{ id: number; problem: string }>(sql`
      select f.id, problem from files f, lateral (values
        (f.quarantine is distinct from 'infected' and (
          select v.id from file_versions v
          where v.storage_key = f.storage_key and v.file_id = f.id
            and v.sha256 = f.sha256 and v.file_size = f.file_size
        ) is null, 'the content it shows is none of its versions'),
        (f.user_id is not null and f.claimed_at is null, 'it has an owner, but was never claimed'),
        ((select c.id from monitoring_credentials c where c.upload_key = f.upload_key) is not null,
          'a shared login has the same key'),
        ((
          select e.id from audit_events e
          where e.object = 'file:' || f.id and e.action = 'file.linked' and e.actor_id <> f.user_id
          limit 1
        ) is not null, 'it was claimed by someone other than its owner'),
        ((select count(*) from files other where other.user_id = f.user_id and other.id <= f.id)
          > ${maxFilesPerUser}, 'its owner has more than ${sql.raw(String(maxFilesPerUser))} files')
      ) as found (is_wrong, problem)
      where f.id > ${after} and f.id <= ${upTo} and is_wrong
      order by f.id`)
    for (const { id, problem } of rows) report(`File ${id}: ${problem}`)
  }
  return db.$count(files)
}
