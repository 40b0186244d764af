import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listen } from '@tests/support/network/listen'
import { signature, startClamd, virus, type Clamd } from '@tests/support/portal/clamd'
import { createVirusScanner } from './virus-scanner'

const scanTimeoutMs = 20_000
let clamd: Clamd
let warnings: string[] = []
const logger = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })

beforeAll(async () => {
  clamd = await startClamd()
})
beforeEach(() => {
  warnings = []
  clamd.behave('working')
})
afterAll(() => clamd.close())

const scan = async (content: Buffer, timeoutMs = scanTimeoutMs, url = clamd.url) =>
  createVirusScanner(url, logger)?.scan(content, timeoutMs)
const text = (content: string) => Buffer.from(content)

describe('the virus scanner', () => {
  it('is null where none is configured', () => {
    expect(createVirusScanner(undefined, logger)).toBeNull()
  })

  it('sends every byte, and tells clean content from infected', async () => {
    const large = Buffer.alloc(10 * 1024 * 1024, 'all quiet ')
    expect(await scan(large)).toBe('clean')
    expect(clamd.scanned.at(-1)?.equals(large)).toBe(true)
    expect(await scan(text(`before ${virus} after`))).toEqual({ signature })
    expect(await scan(Buffer.alloc(0))).toBe('clean')
    expect(warnings).toEqual([])
  })

  it.each(['garbage', 'failing', 'hanging up'] as const)(
    'takes nothing for clean from a scanner that is %s',
    async (mode) => {
      clamd.behave(mode)
      expect(await scan(text('harmless'))).toBe('unavailable')
      expect(warnings).toHaveLength(1)
    },
  )

  it('does not wait for ever', async () => {
    clamd.behave('silent')
    expect(await scan(text('harmless'), 50)).toBe('unavailable')
  })

  it('does not wait for one that takes no more bytes either', async () => {
    const sockets: { destroy(): unknown }[] = []
    const deaf = createServer((socket) => void sockets.push(socket.pause()))
    const port = await listen(deaf)
    const large = Buffer.alloc(10 * 1024 * 1024)
    expect(await scan(large, 200, `tcp://127.0.0.1:${port}`)).toBe('unavailable')
    for (const socket of sockets) socket.destroy()
    deaf.close()
  })

  it('is not there, and is there again', async () => {
    await clamd.goDown()
    expect(await scan(text('harmless'))).toBe('unavailable')
    await clamd.comeBack()
    expect(await scan(text('harmless'))).toBe('clean')
  })

  it('answers at a socket of this machine too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-test-clamd-'))
    const path = join(folder, 'clamd.ctl')
    expect(await scan(text('harmless'), scanTimeoutMs, `unix:${path}`)).toBe('unavailable')
    expect(warnings.join()).toContain('ENOENT')
    await rm(folder, { recursive: true })
  })
})
