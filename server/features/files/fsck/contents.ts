import type { Database } from '../../../db/client'
import { fileVersions } from '../../../db/schema/files'
import { copies, type FileStorage } from '../../../storage/port'
import { findFlawOfSize, readCopy } from '../../../storage/read-content'
import { listVersionsIn, nameVersion, stillStands, type StoredVersion } from '../stored-versions'
import { idRanges } from '../../../db/ids'

/** So many contents are read in parallel. */
const batchSize = 8

interface ContentCheck {
  db: Database
  storage: FileStorage
  /** False: sizes only, which takes a fraction of the time. */
  checksums: boolean
  report: (problem: string) => void
}

/**
 * Reports every version whose content, or whose backup copy, is missing, damaged or unreadable.
 * Returns how many there are.
 */
export async function fsckContents(check: ContentCheck): Promise<number> {
  let checked = 0
  for await (const range of idRanges(check.db, fileVersions, batchSize)) {
    const versions = await listVersionsIn(check.db, range)
    await Promise.all(versions.map((version) => checkVersion(check, version)))
    checked += versions.length
  }
  return checked
}

async function checkVersion(check: ContentCheck, version: StoredVersion): Promise<void> {
  const { storage, checksums, report } = check
  for (const copy of copies) {
    const flaw = checksums
      ? (await readCopy(storage, copy, version)).flaw
      : await findFlawOfSize(storage, copy, version)
    // Deleted while it was looked at, it lacks nothing.
    if (flaw && (await stillStands(check.db, version))) {
      report(`${nameVersion(version)}: the ${copy === 'backup' ? 'backup copy' : copy} ${flaw}`)
    }
  }
}
