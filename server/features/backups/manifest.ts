import { z } from '@shared/zod'
import type { BackupKey, BackupKeys } from './backup-keys'
import type { BackupFolder } from './backup-folder'

const part = z.object({ name: z.string(), sha256: z.string() })
export type Part = z.infer<typeof part>

const table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  parts: z.array(part),
})
export type DumpedTable = z.infer<typeof table>

const sequence = z.object({ schema: z.string(), name: z.string(), lastValue: z.string() })

const manifest = z.object({
  format: z.literal(1),
  /** The id of the portal that made it. */
  portal: z.string(),
  /** The version of the portal that made it, and the commit that this was built from. */
  madeBy: z.object({ version: z.string(), commit: z.string() }),
  /** Everything that was acknowledged before is in it. */
  takenAt: z.string(),
  /** The last migration of the database, as the journal of migrations has it. */
  migratedTo: z.number(),
  /** Ids of the keys without which what is sealed in the database, and passwords, are worth nothing. */
  dataKeys: z.array(z.string()),
  peppers: z.array(z.string()),
  tables: z.array(table),
  sequences: z.array(sequence),
  /** Which documents belong to it, a line each: storage key, size, SHA-256. */
  contents: z.object({ count: z.number(), lists: z.array(part) }),
  /** Storage keys of documents that could not be saved, with their second copies. */
  lost: z.array(z.string()),
})
export type Manifest = z.infer<typeof manifest>

const partName = 'manifest.sealed'
const sealedName = (backup: string) => `${backup}/${partName}`

export async function writeManifest(
  folder: BackupFolder,
  key: BackupKey,
  backup: string,
  content: Manifest,
): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(content))
  await folder.writePart(backup, partName, key.seal(bytes, sealedName(backup)))
}

/** With the key that opens this backup. Throws when none does, or when it was changed. */
export async function readManifest(
  folder: BackupFolder,
  keys: BackupKeys,
  backup: string,
): Promise<{ manifest: Manifest; key: BackupKey }> {
  try {
    const sealed = await folder.readPart(backup, partName)
    const key = keys.keyOf(sealed)
    const bytes = key.open(sealed, sealedName(backup))
    return { manifest: manifest.parse(JSON.parse(bytes.toString())), key }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The manifest of ${backup} cannot be read: ${reason}`, { cause: error })
  }
}
