import type { BackupFolder } from './backup-folder'
import type { BackupKeys } from './backup-keys'
import { chooseKept, type KeepRule } from './choose-kept'
import { contentName } from './copy-contents'
import { eachContent } from './listed-contents'
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

/** Numbers: there may be millions. */
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
