import { execFileSync } from 'node:child_process'
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { mountSmallDisk } from '@tests/support/portal/stored-files'
import { openLogOutput } from './log-output'

function openAt(path: string, flags: string | number = 'a') {
  const fd = openSync(path, flags)
  onTestFinished(() => closeSync(fd))
  return openLogOutput(fd)
}

const line = (number: number) => `${JSON.stringify({ number, msg: 'x'.repeat(3_000) })}\n`

it('drops and counts what a full disk does not take', () => {
  const output = openAt('/dev/full')
  output.write('one\n')
  output.write('two\n')
  expect(output).toMatchObject({ dropped: 2, isFailing: true })
})

/** A pipe that takes no more than fits in it, and what reads all of that. */
function openPipe() {
  const folder = mkdtempSync(join(tmpdir(), 'log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  onTestFinished(() => closeSync(reader))
  const output = openAt(path, constants.O_WRONLY | constants.O_NONBLOCK)
  const part = Buffer.alloc(1_000_000)
  let text = ''
  function readNumbers() {
    try {
      text += part.toString('utf8', 0, readSync(reader, part))
    } catch {
      // Nothing has come.
    }
    return text
      .split('\n')
      .slice(0, -1)
      .map((one) => Number(JSON.parse(one).number))
  }
  return { output, readNumbers }
}
const upTo = (count: number) => Array.from({ length: count }, (_each, index) => index + 1)

it('keeps a burst for a slow reader, in order', async () => {
  const { output, readNumbers } = openPipe()
  for (const number of upTo(100)) output.write(line(number))
  expect(output).toMatchObject({ dropped: 0, isFailing: false })
  expect(readNumbers().length).toBeLessThan(100)
  await vi.waitFor(() => expect(readNumbers()).toEqual(upTo(100)), 10_000)
})

it('drops and counts what is more than it keeps, and is whole again once the reader has caught up', async () => {
  const { output, readNumbers } = openPipe()
  for (const number of upTo(1_000)) output.write(line(number))
  const { dropped } = output
  expect(dropped).toBeGreaterThan(500)
  expect(output.isFailing).toBe(true)
  await vi.waitFor(() => expect(readNumbers()).toEqual(upTo(1_000 - dropped)), 10_000)
  output.write(line(1_001))
  expect(readNumbers().at(-1)).toBe(1_001)
  expect(output).toMatchObject({ dropped, isFailing: false })
})

const disk = mountSmallDisk(1)
if (typeof disk === 'string') console.warn(`A log on a small disk is not tested: ${disk}.`)

it.skipIf(typeof disk === 'string')('goes on with whole lines once there is room', async () => {
  if (typeof disk === 'string') return
  onTestFinished(() => disk.unmount())
  const path = join(disk.path, 'log')
  const output = openAt(path)
  await disk.fillUpTo(20_000)
  let written = 0
  while (output.dropped < 3) output.write(line((written += 1)))
  expect(output.isFailing).toBe(true)
  await disk.free()
  output.write(line((written += 1)))
  expect(output).toMatchObject({ dropped: 3, isFailing: false })
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const numbers = lines.map((one) => Number(JSON.parse(one).number))
  expect(numbers).toHaveLength(written - 3)
  expect(numbers.at(-1)).toBe(written)
})
