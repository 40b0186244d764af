import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createDiskStorage } from '@server/storage/disk'
import { hasRoom } from '@server/storage/port'
import { mountSmallDisk } from '@tests/support/portal/stored-files'
import { diskFull, diskReadOnly } from './disk'
import { outcomeOf } from './outcome'

const disk = mountSmallDisk(16)
if (typeof disk === 'string') console.warn(`Faults of the disk are not tested: ${disk}.`)
else disk.unmount()

describe.skipIf(typeof disk === 'string')('a disk', () => {
  it('that is full refuses uploads, leaves nothing of them, and disturbs no one else', async () => {
    expect(await outcomeOf(diskFull)).toBe('held')
  })

  it('that takes no writes makes uploads wait, and disturbs no one else', async () => {
    expect(await outcomeOf(diskReadOnly)).toBe('held')
  })

  it('has room while a tenth of it is free, for contents and copies alike', async () => {
    const [contents, copies] = [mountSmallDisk(16), mountSmallDisk(16)]
    if (typeof contents === 'string' || typeof copies === 'string') throw new Error('No disk.')
    try {
      const uploadsDir = join(contents.path, 'uploads')
      const storage = await createDiskStorage({ uploadsDir, secondCopyDir: copies.path })
      for (const filled of [contents, copies]) {
        await filled.fillUpTo(filled.size * 0.12)
        expect(await hasRoom(storage)).toBe(true)
        await filled.fillUpTo(filled.size * 0.08)
        expect(await hasRoom(storage)).toBe(false)
        await filled.free()
      }
    } finally {
      contents.unmount()
      copies.unmount()
    }
  })
})
