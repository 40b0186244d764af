import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { mimeTypes } from '@shared/file-kinds'
import { pdfOfStream } from '@tests/support/samples/pdf-variants'
import { judgeCorpus } from '@tests/support/samples/reports/judge-reading'
import { reportCorpus } from '@tests/support/samples/reports/report-corpus'
import { runReading } from './run-reading'

it('over the corpus of made reports nothing wrong is read, and nearly everything that is there', async () => {
  const reports = reportCorpus()
  const { named, hostile, withScore, summary } = await judgeCorpus(reports)
  process.stdout.write(summary)
  expect(reports.length).toBeGreaterThanOrEqual(40)
  expect(hostile / reports.length).toBeGreaterThan(1 / 3)
  expect(named('wrong')).toEqual([])
  expect(named('right').length).toBeGreaterThanOrEqual(0.9 * withScore)
})

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

it('the reading ends with what a document unpacks to, and takes nothing of the portal’s memory', async () => {
  const bytes = bombPdf(4)
  expect(bytes.length).toBeLessThan(1024 * 1024)
  const before = process.memoryUsage.rss()
  const { signal } = new AbortController()
  const reading = await runReading({ bytes, fileType: mimeTypes.pdf, signal })
  expect(reading).toEqual({ state: 'failed' })
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024)
})
