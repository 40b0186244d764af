import type { Database } from '../db/client'
import { createSealer, type Sealer } from '../db/sealing'
import type { Env } from '../env'
import { fsckAccounts } from '../features/accounts/fsck'
import { fsckCredentials } from '../features/credentials/queries'
import { fsckFiles, fsckContents, findStrays, removeStrays } from '../features/files/fsck'
import { countIncoming } from '../storage/incoming'
import type { FileStorage } from '../storage/port'
import { fsckSealed } from './sealed-places'
import { giveVerdict, type Verdict } from './verdict'
import { fsckMatches } from '../features/matches/end-lost-matches'

export interface PortalCounts {
  accounts: number
  files: number
  contents: number
  credentials: number
  /** Uploads that are arriving. */
  incoming: number
  /** Contents that are about to get their row, or to be removed. */
  inProgress: number
  removed: number
  /** Contents and copies that came back from the other one. */
  repaired: number
  problems: number
}

/**
 * Compares database and storage, of a running portal as well. Each problem is reported in a line of its own as
 * soon as it is found. Changes nothing, unless stored contents of no file are to be removed, or damaged ones repaired.
 */
export async function fsckPortal(input: {
  db: Database
  storage: FileStorage
  sealer: Sealer
  /** False: sizes only. */
  checksums: boolean
  removesStrays?: boolean
  repairs?: boolean
  report: (problem: string) => void
}): Promise<PortalCounts> {
  const { db, storage, sealer, checksums, removesStrays = false, repairs = false } = input
  let [problems, repaired] = [0, 0]
  const report = (problem: string) => {
    problems += 1
    input.report(problem)
  }
  const accounts = await fsckAccounts(db, report)
  const files = await fsckFiles(db, report)
  const credentials = await fsckCredentials(db, report)
  await fsckMatches(db, report)
  await fsckSealed({ db, sealer }, report)
  const noteRepaired = repairs ? () => void (repaired += 1) : undefined
  const contents = await fsckContents({ db, storage, checksums, noteRepaired, report })
  const { strays, inProgress } = await findStrays({ db, storage })
  if (removesStrays) await removeStrays({ db, storage }, strays)
  else for (const storageKey of strays) report(`${storageKey}: stored, but of no file`)
  const removed = removesStrays ? strays.length : 0
  const incoming = await countIncoming(storage)
  return {
    accounts,
    files,
    credentials,
    contents,
    incoming,
    inProgress,
    removed,
    repaired,
    problems,
  }
}

/** Compares database and storage, and judges what was found. */
export async function reportSoundness(input: {
  env: Pick<Env, 'dataKeys'>
  db: Database
  storage: FileStorage
  checksums: boolean
  removesStrays?: boolean
  repairs?: boolean
  report: (problem: string) => void
}): Promise<Verdict> {
  const { env, ...rest } = input
  const counts = await fsckPortal({ ...rest, sealer: createSealer(env.dataKeys) })
  return judgePortal(counts, input)
}

export function judgePortal(counts: PortalCounts, { checksums }: { checksums: boolean }): Verdict {
  const { accounts, files, contents, credentials, incoming, inProgress } = counts
  const { removed, repaired } = counts
  return giveVerdict(
    `${accounts} accounts, ${files} files with ${contents} contents and their copies, ` +
      `${credentials} shared logins checked${checksums ? '' : ', without checksums'}.\n` +
      `In progress: ${incoming} uploads, ${inProgress} contents.` +
      (removed > 0 ? ` Removed: ${removed} contents of no file.` : '') +
      (repaired > 0 ? ` Repaired: ${repaired}, from the other copy.` : ''),
    counts,
  )
}
