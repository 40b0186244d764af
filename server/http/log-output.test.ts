import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { mountSmallDisk } from '@tests/support/portal/small-disk'
import { openLogOutput } from './log-output'

function openAt(path: string) {
  const fd = openSync(path, 'a')
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
