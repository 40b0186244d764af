import { access, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { makeMemoryFolder } from './memory-folder'

vi.mock('node:fs/promises')

const megabyte = 1024 ** 2

/** A file system in memory with so much room of so much, on a system with so much memory to give. */
function pretend(megabytes: { room: number; size: number; memory: number }): void {
  const { room, size, memory } = megabytes
  const counts = { blocks: size, bfree: room, bavail: room, files: 0, ffree: 0 }
  vi.mocked(statfs).mockResolvedValue({ type: 0, bsize: megabyte, ...counts })
  vi.spyOn(process, 'availableMemory').mockReturnValue(memory * megabyte)
}

const roomy = { room: 7_000, size: 8_000, memory: 8_000 }

const chosen = async () => dirname(await makeMemoryFolder('portal-'))

beforeEach(() => {
  vi.mocked(mkdtemp).mockImplementation(async (prefix) => `${prefix}made`)
  vi.mocked(access).mockResolvedValue()
  pretend(roomy)
})

it('a folder lies in memory where there is room to spare', async () => {
  expect(await chosen()).toBe('/dev/shm')
})

it.each([
  ['small', { ...roomy, room: 64, size: 64 }],
  ['nearly full', { ...roomy, room: 3_000 }],
  ['more than the system has left', { ...roomy, memory: 500 }],
])('a folder lies among the temporary files where that is %s', async (_title, megabytes) => {
  pretend(megabytes)
  expect(await chosen()).toBe(tmpdir())
})

it('a folder lies among the temporary files where memory cannot be written', async () => {
  vi.mocked(access).mockRejectedValue(new Error('EACCES'))
  expect(await chosen()).toBe(tmpdir())
})
