import type { Database } from '../db/client'
import { createSealer, type Sealer } from '../db/sealing'
import type { Env } from '../env'
import { fsckAccounts } from '../features/accounts/fsck'
import { fsckCredentials } from '../features/credentials/fsck'
import { fsckContents } from '../features/files/fsck/contents'
import { fsckFiles } from '../features/files/fsck/files'
import { fsckOrphans, type Remainders } from '../features/files/fsck/orphans'
import { fsckMatches } from '../features/matches/fsck'
import { fsckPaymentDetails } from '../features/payouts/fsck'
import type { FileStorage } from '../storage/port'
import { giveVerdict, type Verdict } from './verdict'

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
  await fsckMatches({ db, sealer, report })
  const contents = await fsckContents({ db, storage, checksums, report })
  const remainders = await fsckOrphans({ db, storage, report })
  return { accounts, files, credentials, contents, ...remainders, problems }
}

/** Compares database and storage, and prints what does not hold. */
export async function reportSoundness(input: {
  env: Pick<Env, 'dataKeys'>
  db: Database
  storage: FileStorage
  checksums: boolean
}): Promise<Verdict> {
  const { env, ...rest } = input
  const counts = await fsckPortal({
    ...rest,
    sealer: createSealer(env.dataKeys),
    report: (problem) => console.log(`- ${problem}`),
  })
  return judgePortal(counts, input)
}

export function judgePortal(counts: PortalCounts, { checksums }: { checksums: boolean }): Verdict {
  const { accounts, files, contents, credentials, inProgress, temporaries, orphans } = counts
  return giveVerdict(
    `${accounts} accounts, ${files} files with ${contents} contents and their copies, ` +
      `${credentials} shared logins checked${checksums ? '' : ', without checksums'}.\n` +
      `In progress: ${temporaries} temporaries, ${inProgress} contents. Orphans: ${orphans}.`,
    counts.problems,
  )
}
