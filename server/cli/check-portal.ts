import type { Database } from '../db/client'
import type { Sealer } from '../db/sealing'
import { checkAccounts } from '../features/accounts/check-accounts'
import { checkCredentials } from '../features/credentials/check-credentials'
import { checkContents } from '../features/files/check-contents'
import { checkFiles } from '../features/files/check-files'
import { checkOrphans, type Remainders } from '../features/files/check-orphans'
import type { FileStorage } from '../storage/port'

export interface PortalCounts extends Remainders {
  accounts: number
  files: number
  contents: number
  credentials: number
  problems: number
}

/**
 * Compares database and storage, of a running portal as well, and changes nothing. Each problem is
 * reported in a line of its own as soon as it is found.
 */
export async function checkPortal(input: {
  db: Database
  storage: FileStorage
  sealer: Sealer
  /** False: sizes only. */
  checksums: boolean
  report: (problem: string) => void
}): Promise<PortalCounts> {
  const { db, storage, sealer, checksums } = input
  let problems = 0
  const report = (problem: string) => {
    problems += 1
    input.report(problem)
  }
  const accounts = await checkAccounts({ db, report })
  const files = await checkFiles({ db, report })
  const credentials = await checkCredentials({ db, sealer, report })
  const contents = await checkContents({ db, storage, checksums, report })
  const remainders = await checkOrphans({ db, storage, report })
  return { accounts, files, credentials, contents, ...remainders, problems }
}
