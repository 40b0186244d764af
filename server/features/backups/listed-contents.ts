import { readParts, type BackupPlace } from './parts'
import type { Manifest } from './manifest'

/** A document of a backup. */
export interface ListedContent {
  storageKey: string
  fileSize: number
  /** Of the document as it was sent. */
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
