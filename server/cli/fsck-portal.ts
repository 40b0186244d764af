import type { Database } from '../db/client'
import type { Sealer } from '../db/sealing'
import { fsckAccounts } from '../features/accounts/fsck'
import { fsckCredentials } from '../features/credentials/fsck'
import { fsckContents } from '../features/files/fsck/contents'
import { fsckFiles } from '../features/files/fsck/files'
import { fsckOrphans, type Remainders } from '../features/files/fsck/orphans'
import { fsckPaymentDetails } from '../features/payouts/fsck'
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
export async function fsckPortal(input: {
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
  const accounts = await fsckAccounts({ db, report })
  const files = await fsckFiles({ db, report })
  const credentials = await fsckCredentials({ db, sealer, report })
  await fsckPaymentDetails({ db, sealer, report })
  const contents = await fsckContents({ db, storage, checksums, report })
  const remainders = await fsckOrphans({ db, storage, report })
  return { accounts, files, credentials, contents, ...remainders, problems }
}
