import { expect, it } from 'vitest'
import { samples } from '@tests/support/samples/samples'
import { writePdf } from '@/features/files/join-photos'
import { detectKind } from '@server/features/files/content-type/detect-kind'

it('what a phone joins of its photos is a PDF with a page for each', async () => {
  const jpeg = new Blob([new Uint8Array(samples.jpeg().bytes)])
  const page = { jpeg, width: 1200, height: 1600 }
  const pdf = Buffer.from(await writePdf([page, page, page]).arrayBuffer())
  expect(await detectKind(pdf)).toMatchObject({ kind: 'pdf' })
  const text = pdf.toString('latin1')
  expect(text.match(/\/Type \/Page /g)).toHaveLength(3)
  // Each offset of the table leads to its object.
  const [, start = ''] = /startxref\n(\d+)/.exec(text) ?? []
  const table = text.slice(Number(start)).match(/\d{10} 00000 n/g) ?? []
  for (const [index, entry] of table.entries())
    expect(text.slice(Number.parseInt(entry, 10))).toMatch(new RegExp(`^${index + 1} 0 obj`))
  expect(table).toHaveLength(2 + 3 * 3)
})
