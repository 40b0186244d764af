import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { mimeTypes } from '@shared/file-kinds'
import { pdfOfStream } from '@tests/support/samples/pdf-variants'
import { samples } from '@tests/support/samples/samples'
import { runReading } from './run-reading'

const read = (bytes: Buffer, options: { fileType?: string; maxMs?: number } = {}) =>
  runReading({ bytes, fileType: mimeTypes.pdf, signal: new AbortController().signal, ...options })

const report = samples.pdf({ text: 'Experian FICO Score 8: 742' }).bytes

/** Deflated twice, so that a small file unpacks to gigabytes of spaces. */
function bombPdf(gigabytes: number): Buffer {
  const megabyte = deflateRawSync(Buffer.alloc(1024 * 1024, ' '), {
    finishFlush: constants.Z_FULL_FLUSH,
  })
  const blocks = Array.from({ length: gigabytes * 1024 }, () => megabyte)
  const end = Buffer.from('030000000000', 'hex')
  const inner = Buffer.concat([Buffer.from('789c', 'hex'), ...blocks, end])
  return pdfOfStream('/Filter [/FlateDecode /FlateDecode]', deflateSync(inner))
}

/** Readings come last on a busy machine: twenty seconds of a core take minutes there. */
const timeout = 240_000

describe('a report is read in a process of its own', { timeout }, () => {
  it('that answers with what it found', async () => {
    const reading = await read(report)
    expect(reading).toMatchObject({ state: 'done' })
    expect(reading.state === 'done' && reading.scores).toEqual([
      expect.objectContaining({ score: 742, model: 'FICO Score 8', bureau: 'Experian', page: 1 }),
    ])
  })

  it('that fails when it takes too long, and does not go on', async () => {
    const began = Date.now()
    expect(await read(report, { maxMs: 50 })).toEqual({ state: 'failed' })
    expect(Date.now() - began).toBeLessThan(5_000)
  })

  it('that ends with what a document unpacks to, and takes nothing of the portal’s memory', async () => {
    const bomb = bombPdf(4)
    expect(bomb.length).toBeLessThan(1024 * 1024)
    const before = process.memoryUsage.rss()
    expect(await read(bomb)).toEqual({ state: 'failed' })
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024)
  })

  it('that the portal ends when it stops', async () => {
    const stopping = new AbortController()
    const reading = runReading({ bytes: report, fileType: mimeTypes.pdf, signal: stopping.signal })
    stopping.abort()
    expect(await reading).toEqual({ state: 'failed' })
  })
})
