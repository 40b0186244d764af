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
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import * as fc from 'fast-check'
import { mountSmallDisk } from '@tests/support/portal/stored-files'
import { openLogOutput } from './log-output'
import { createLogger, redactAddress } from './logger'

function openAt(path: string, flags: string | number = 'a') {
  const fd = openSync(path, flags)
  onTestFinished(() => closeSync(fd))
  return openLogOutput(fd)
}

const longLine = (number: number) => `${JSON.stringify({ number, msg: 'x'.repeat(3_000) })}\n`

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
  for (const number of upTo(100)) output.write(longLine(number))
  expect(output).toMatchObject({ dropped: 0, isFailing: false })
  expect(readNumbers().length).toBeLessThan(100)
  await vi.waitFor(() => expect(readNumbers()).toEqual(upTo(100)), 10_000)
})

it('drops and counts what is more than it keeps, and is whole again once the reader has caught up', async () => {
  const { output, readNumbers } = openPipe()
  for (const number of upTo(1_000)) output.write(longLine(number))
  const { dropped } = output
  expect(dropped).toBeGreaterThan(500)
  expect(output.isFailing).toBe(true)
  await vi.waitFor(() => expect(readNumbers()).toEqual(upTo(1_000 - dropped)), 10_000)
  output.write(longLine(1_001))
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
  while (output.dropped < 3) output.write(longLine((written += 1)))
  expect(output.isFailing).toBe(true)
  await disk.free()
  output.write(longLine((written += 1)))
  expect(output).toMatchObject({ dropped: 3, isFailing: false })
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const numbers = lines.map((one) => Number(JSON.parse(one).number))
  expect(numbers).toHaveLength(written - 3)
  expect(numbers.at(-1)).toBe(written)
})

const key = fc.stringMatching(/^[A-Za-z\d_-]{43}$/)

const inAnyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) =>
      Array.from(text, (letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join(''),
    )

const slash = fc.constantFrom('/', '//', '/./', '/x/../', '\\', '%2f', '%5C', '/%2e/', '%252F', '')

const prefix = fc.oneof(
  ...['api/link-file', 'uploads', 'api', 'blog', 'healthz'].map(inAnyCase),
  fc.string({ maxLength: 8 }),
)

/** Any of the characters behind up to three layers of percent-encoding. */
const encoded = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.infiniteStream(fc.nat(3))).map(([plain, layers]) =>
    Array.from(plain, (letter) => {
      const depth = layers.next().value ?? 0
      if (depth === 0) return letter
      return `%${'25'.repeat(depth - 1)}${letter.charCodeAt(0).toString(16).padStart(2, '0')}`
    }).join(''),
  )

const tail = fc.constantFrom('', '/', '/scan.pdf', '?token=1', '#x', '%3Fdownload=true', '%ff', '%')

describe('a key in an address', () => {
  it('never reaches the log, however the address is spelled', () => {
    const host = fc.constantFrom('', 'http://portal.example', 'HTTPS://a:b@portal.example:80')
    fc.assert(
      fc.property(
        key.chain((plain) =>
          fc.tuple(
            fc.constant(plain),
            host,
            slash,
            prefix,
            slash,
            encoded(fc.constant(plain)),
            tail,
          ),
        ),
        ([plain, ...parts]) => {
          const logged = redactAddress(parts.join(''))
          expect(logged).not.toContain(plain)
          expect(logged).not.toContain(plain.slice(1))
          expect(logged).not.toMatch(/%[\da-f]{2}/i)
        },
      ),
      { numRuns: 3000 },
    )
  })

  it.each([
    ['/api/admin/users/12/status?token=x', '/api/admin/users/12/status'],
    ['/uploads/k/credit%20report.pdf', '/uploads/[redacted]'],
    ['/Uploads\\k\\report.pdf', '/Uploads\\[redacted]'],
    ['//API/Link-File/k', '//API/Link-File/[redacted]'],
    ['http://u:p@portal.example/login', '/login'],
    [`/%${'25'.repeat(20)}6b`, '[unreadable]'],
    // A broken escape takes the key's first character.
    [`/%0%61${'k'.repeat(42)}`, '/\n[redacted]'],
  ])('%s is logged as %s', (address, logged) => {
    expect(redactAddress(address)).toBe(logged)
  })
})

describe('a line of the log', () => {
  it('holds no key, no matter who wrote it, and stays JSON', () => {
    const around = fc.string({
      unit: fc.constantFrom('\n', '\0', '\\', '"', 'u', '0', ' ', '/', 'é'),
    })
    fc.assert(
      fc.property(key, around, around, (plain, before, after) => {
        const lines: string[] = []
        const write = (line: string) => void lines.push(line)
        const logger = createLogger({ logLevel: 'info' }, { write }).child({ id: 7 })
        logger.warn({ err: { message: `${before}${plain}${after}` } }, `no such file: ${plain}`)
        const [line = ''] = lines
        expect(line).not.toContain(plain)
        expect(JSON.parse(line)).toMatchObject({ id: 7, msg: 'no such file: [redacted]' })
      }),
      { numRuns: 1000 },
    )
  })
})
