import { constants } from 'node:fs'
import { access, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isOlder, makeFolder } from './folders'
import type { FileStorage } from './port'
import { stageContent } from './stage-content'

type Staging = Pick<
  FileStorage,
  'stage' | 'discard' | 'check' | 'sweepTemporaries' | 'countTemporaries'
>

/** Content that comes in lies in a folder of its own, on local disk, until it is kept or discarded. */
export async function createStaging(folder: string): Promise<Staging> {
  await makeFolder(folder)
  return {
    stage: (content) => stageContent(folder, content),

    discard: (staged) => rm(staged.path, { force: true }),

    check: () => access(folder, constants.W_OK),

    async sweepTemporaries(olderThanMs) {
      for (const name of await readdir(folder)) {
        const path = join(folder, name)
        if (await isOlder(path, olderThanMs)) await rm(path, { force: true })
      }
    },

    countTemporaries: async () => (await readdir(folder)).length,
  }
}
