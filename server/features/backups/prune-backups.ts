import type { BackupFolder } from './backup-folder'
import { UnknownKeyError, type BackupKeys } from './backup-keys'
import { contentName, eachContent } from './copy-contents'
import { readManifest } from './manifest'

/** So many digits of a name tell documents apart; where they do not, one stays too long. */
const digits = 12

interface Pruned {
  /** Names of those that are gone now. */
  pruned: string[]
  /** Why none is, though the new one stands; null when there is no such reason. */
  unread: string | null
}

/**
 * Removes backups that the rule does not keep, never the one just `made`, and the documents that only they had; nothing when one that stays
 * cannot be read. Not while a backup is made in the same folder.
 */
export async function pruneBackups(
  folder: BackupFolder,
  keys: BackupKeys,
  rule: KeepRule,
  made: string,
): Promise<Pruned> {
  const backups = await folder.listBackups()
  const kept = chooseKept(backups, rule, made)
  const pruned = backups.filter((backup) => !kept.has(backup))
  let needed: Set<number>
  try {
    needed = await listNeeded(folder, keys, [...kept])
  } catch (error) {
    return { pruned: [], unread: wordUnread(error) }
  }
  for (const backup of pruned) await folder.removeBackup(backup)
  if (pruned.length === 0) return { pruned, unread: null }
  for await (const hidden of folder.listContents()) {
    if (!needed.has(shorten(hidden))) await folder.removeContent(hidden)
  }
  return { pruned, unread: null }
}

function wordUnread(error: unknown): string {
  const stands = 'The backup stands. Older ones can’t be read'
  if (error instanceof Error && error.cause instanceof UnknownKeyError) {
    return `${stands} with this key and were kept. Put the older key behind it in BACKUP_KEY, after a comma, or name a new folder.`
  }
  return `${stands} and were kept: ${error instanceof Error ? error.message : String(error)}`
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
 * last weeks (from Monday, UTC), that have one; and the one just `made`, whatever a wrong clock has named the others. Takes
 * names in any order.
 */
export function chooseKept(
  names: readonly string[],
  { daily, weekly }: KeepRule,
  made = '',
): Set<string> {
  const newestFirst = names.toSorted().toReversed()
  const recent = momentOf(newestFirst[0] ?? '') - 2 * dayMs
  const kept = new Set(newestFirst.filter((name) => momentOf(name) >= recent || name === made))
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
