import type { BackupFolder } from './backup-folder'
import type { BackupKeys } from './backup-keys'
import { contentName, eachContent } from './copy-contents'
import { readManifest } from './manifest'

/** So many digits of a name tell documents apart; where they do not, one stays too long. */
const digits = 12

/**
 * Removes backups that the rule does not keep, and the documents that only they had. Throws, and removes nothing,
 * when a backup that stays cannot be read. Not while a backup is made in the same folder.
 */
export async function pruneBackups(
  folder: BackupFolder,
  keys: BackupKeys,
  rule: KeepRule,
): Promise<string[]> {
  const backups = await folder.listBackups()
  const kept = chooseKept(backups, rule)
  const removed = backups.filter((backup) => !kept.has(backup))
  if (removed.length === 0) return []
  const needed = await listNeeded(folder, keys, [...kept])
  for (const backup of removed) await folder.removeBackup(backup)
  for await (const hidden of folder.listContents()) {
    if (!needed.has(shorten(hidden))) await folder.removeContent(hidden)
  }
  return removed
}

async function listNeeded(folder: BackupFolder, keys: BackupKeys, backups: string[]) {
  const needed = new Set<number>()
  for (const backup of backups) {
    const { manifest, key } = await readManifest(folder, keys, backup)
    await eachContent({ folder, key, backup }, manifest, async ({ storageKey }) => {
      needed.add(shorten(key.hide(contentName(storageKey))))
    })
  }
  return needed
}

const shorten = (hidden: string) => Number.parseInt(hidden.slice(0, digits), 16)

const dayMs = 24 * 60 * 60 * 1000

export interface KeepRule {
  daily: number
  weekly: number
}

/**
 * Which backups stay: all of the 48 hours before the newest, and the newest of each of the last days, and of each of the
 * last weeks (from Monday, UTC), that have one. Takes names in any order.
 */
export function chooseKept(names: readonly string[], { daily, weekly }: KeepRule): Set<string> {
  const newestFirst = names.toSorted().toReversed()
  const recent = momentOf(newestFirst[0] ?? '') - 2 * dayMs
  const kept = new Set(newestFirst.filter((name) => momentOf(name) >= recent))
  for (const [most, periodOf] of [
    [daily, dayOf],
    [weekly, weekOf],
  ] as const) {
    const periods = new Set<number>()
    for (const name of newestFirst) {
      const period = periodOf(name)
      if (periods.has(period) || periods.size === most) continue
      periods.add(period)
      kept.add(name)
    }
  }
  return kept
}

/** `2026-11-28T03-00-00.000Z` is written as a folder can be named. */
const momentOf = (name: string) => Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)/, 'T$1:$2:$3'))
const dayOf = (name: string) => Date.parse(name.slice(0, 10)) / dayMs
/** The first day of all was a Thursday. */
const weekOf = (name: string) => Math.floor((dayOf(name) + 3) / 7)
