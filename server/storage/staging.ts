import { constants } from 'node:fs'
import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isOlder, makeFolder, removeFile } from './folders'
import type { FileStorage } from './port'
import { stageContent, stageFile } from './stage-content'

type Staging = Pick<
  FileStorage,
  'stage' | 'stageWritten' | 'discard' | 'check' | 'sweepTemporaries' | 'countTemporaries'
>

/** Content that comes in lies in a folder of its own, on local disk, until it is kept or discarded. */
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
