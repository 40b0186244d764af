import { copies, type FileStorage } from '../../storage/port'
import { readCopy } from '../../storage/read-content'
import type { Manifest } from './manifest'
import { type BackupPlace, readParts } from './parts'

export interface ListedContent {
  storageKey: string
  fileSize: number
  sha256: string
}

/** So many are in memory at the same time, some 10 MB each. */
const together = 4

/** Does something with each document of a backup, a few at a time. */
export async function eachContent(
  place: BackupPlace,
  { contents }: Pick<Manifest, 'contents'>,
  work: (content: ListedContent) => Promise<void>,
): Promise<void> {
  let batch: ListedContent[] = []
  const workOnBatch = async () => {
    await Promise.all(batch.map(work))
    batch = []
  }
  for await (const line of readLines(readParts(place, contents.lists))) {
    const [storageKey = '', fileSize, sha256 = ''] = line.split('\t')
    batch.push({ storageKey, fileSize: Number(fileSize), sha256 })
    if (batch.length === together) await workOnBatch()
  }
  await workOnBatch()
}

async function* readLines(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of source) {
    const lines = (rest + piece.toString()).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

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

/** Reads what is stored of a sound document: the second copy when the first is missing or damaged. */
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
