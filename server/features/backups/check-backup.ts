import type { BackupFolder } from './backup-folder'
import type { BackupKeys } from './backup-keys'
import { contentName, eachContent, type ListedContent } from './copy-contents'
import { readManifest, type Manifest } from './manifest'
import { readParts, type BackupPlace } from './parts'

export interface CheckedBackup {
  manifest: Manifest
  place: BackupPlace
  /** Storage keys of documents that it should have and has not, or not whole. */
  damaged: Set<string>
}

/**
 * Reads all of a backup, as restoring it would. Throws when a part of the database is missing or was changed;
 * reports each document where that is true.
 */
export async function checkBackup(input: {
  folder: BackupFolder
  keys: BackupKeys
  backup: string
  report: (problem: string) => void
}): Promise<CheckedBackup> {
  const { folder, keys, backup, report } = input
  const { manifest, key } = await readManifest(folder, keys, backup)
  const place = { folder, key, backup }
  for (const { parts } of manifest.tables) await readToEnd(readParts(place, parts))
  const lost = new Set(manifest.lost)
  const damaged = new Set<string>()
  let count = 0
  await eachContent(place, manifest, async (content) => {
    count += 1
    const { storageKey } = content
    if (lost.has(storageKey)) {
      report(`${storageKey} was missing or damaged already when the backup was made`)
    } else if (await readSaved(place, content).catch(() => null)) return
    else report(`${storageKey} is missing from the backup or damaged`)
    damaged.add(storageKey)
  })
  if (count !== manifest.contents.count)
    throw new Error(`${backup}: its list of documents is not whole`)
  return { manifest, place, damaged }
}

/** Reads what was stored of a document. Throws when it is missing from the backup or was changed. */
export async function readSaved(
  { folder, key }: BackupPlace,
  { storageKey }: ListedContent,
): Promise<Buffer> {
  const name = contentName(storageKey)
  return key.open(await folder.readContent(key.hide(name)), name)
}

async function readToEnd(parts: AsyncIterable<Buffer>): Promise<void> {
  for await (const part of parts) void part
}
