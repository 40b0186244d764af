import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, open, readdir, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { isOlder, makeFolder, removeFile, writeAll } from './disk-io'
import type { FileStorage, StagedContent } from './port'

type Staging = Pick<
  FileStorage,
  'stage' | 'stageWritten' | 'discard' | 'check' | 'sweepTemporaries' | 'countTemporaries'
>

/** Incoming content is in a folder of its own, on local disk, until it is kept or discarded. */
export async function createStaging(folder: string): Promise<Staging> {
  await makeFolder(folder)
  return {
    stage: (content) => stageContent(folder, content),

    stageWritten: (write) => stageFile(folder, async (file) => ({ size: await write(file) })),

    discard: ({ path }) => removeFile(path),

    check: () => access(folder, constants.W_OK),

    async sweepTemporaries(olderThanMs) {
      for (const name of await readdir(folder)) {
        const path = join(folder, name)
        if (await isOlder(path, olderThanMs)) await removeFile(path)
      }
    },

    countTemporaries: async () => (await readdir(folder)).length,
  }
}

/** Written in one step; a network packet alone would be a step of its own. */
const pieceBytes = 512 * 1024

/** Measures content while it is written to a temporary file, which is removed when that fails. */
async function stageContent(folder: string, content: Readable): Promise<StagedContent> {
  try {
    return await stageFile(folder, (file) => writeMeasured(file, content))
  } catch (error) {
    content.destroy()
    throw error
  }
}

/** A temporary file that holds what `write` writes; nothing stays of it when that fails. */
async function stageFile<Measured>(
  folder: string,
  write: (file: FileHandle) => Promise<Measured>,
): Promise<Measured & { path: string }> {
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx', 0o600)
  try {
    const measured = await write(file)
    await file.close()
    return { ...measured, path }
  } catch (error) {
    await file.close().catch(() => undefined)
    await removeFile(path)
    throw error
  }
}

async function writeMeasured(file: FileHandle, content: Readable) {
  const hash = createHash('sha256')
  let size = 0
  let pieces: Buffer[] = []
  let piecesBytes = 0
  const write = async () => {
    if (piecesBytes > 0) await writeAll(file, pieces)
    size += piecesBytes
    pieces = []
    piecesBytes = 0
  }
  // The iterator's own way out would report an aborted upload before it is known that the disk failed.
  const chunks: AsyncIterable<Buffer> = content.iterator({ destroyOnReturn: false })
  for await (const chunk of chunks) {
    hash.update(chunk)
    pieces.push(chunk)
    piecesBytes += chunk.length
    if (piecesBytes >= pieceBytes) await write()
  }
  await write()
  return { size, sha256: hash.digest('hex') }
}
