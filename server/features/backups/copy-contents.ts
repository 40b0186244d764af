import { copies, type FileStorage } from '../../storage/port'
import { readCopy } from '../../storage/read-content'
import { eachContent, type ListedContent } from './listed-contents'
import type { Manifest } from './manifest'
import type { BackupPlace } from './parts'

/** With more missing than these, the storage is not there rather than damaged. */
const mostLost = 1_000

export const contentName = (storageKey: string) => `contents/${storageKey}`

export interface Documents {
  /** Sealed, as they are stored. */
  raw: FileStorage
  /** As the portal reads them. */
  opened: FileStorage
}

export interface CopiedContents {
  /** How many no earlier backup had. */
  added: number
  /** Storage keys of those that are missing or damaged, and so is the second copy. */
  lost: string[]
}

/** Adds to the folder what it does not have of a backup's documents. */
export async function copyContents(
  documents: Documents,
  place: BackupPlace,
  dump: Pick<Manifest, 'contents'>,
): Promise<CopiedContents> {
  const { folder, key } = place
  const copied: CopiedContents = { added: 0, lost: [] }
  await eachContent(place, dump, async (content) => {
    const name = contentName(content.storageKey)
    const hidden = key.hide(name)
    if (await folder.hasContent(hidden)) return
    const bytes = await readSound(documents, content)
    if (bytes) {
      await folder.writeContent(hidden, key.seal(bytes, name))
      copied.added += 1
    } else {
      copied.lost.push(content.storageKey)
      if (copied.lost.length > mostLost) {
        throw new Error(
          `More than ${mostLost} documents are missing or damaged. Is the storage there?`,
        )
      }
    }
  })
  return copied
}

/** What is stored of a sound document: the second copy when the first is missing or damaged. */
async function readSound(
  { raw, opened }: Documents,
  content: ListedContent,
): Promise<Buffer | null> {
  for (const copy of copies) {
    const isSound = (await readCopy(opened, copy, content)).flaw === undefined
    if (isSound) return raw.read(content.storageKey, copy)
  }
  return null
}
