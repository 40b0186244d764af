import { rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { hasRoom, makeMemoryFolder } from './memory-folder'

const megabyte = 1024 ** 2

it.each([
  [true, 'with room to spare', 7_000, 8_000, 8_000],
  [false, 'that is small', 64, 64, 8_000],
  [false, 'that is nearly full', 3_000, 8_000, 8_000],
  [false, 'with more than the system has left', 7_000, 8_000, 500],
])('has room: %s, of a file system in memory %s', (expected, _title, bavail, blocks, memory) => {
  expect(hasRoom({ bavail, blocks, bsize: megabyte }, memory * megabyte)).toBe(expected)
})

it('a folder is among the temporary files where there is no memory to write to', async () => {
  const folder = await makeMemoryFolder('portal-', '/no/such/folder')
  await rmdir(folder)
  expect(dirname(folder)).toBe(tmpdir())
})
