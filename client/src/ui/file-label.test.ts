import { expect, it } from 'vitest'
import { fileTypeLabel, formatFileSize, shortenFileName, splitFileName } from './file-label'

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [10 * 1024 * 1024, '10 MB'],
  [157_286_400, '150 MB'],
  [3 * 1024 ** 3, '3 GB'],
])('writes %d bytes as %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text)
})

it.each([
  ['report.pdf', 'PDF'],
  ['archive.tar.gz', 'GZ'],
  ['README', 'File'],
  ['.env', 'File'],
  ['odd.', 'File'],
])('calls %s a %s', (name, label) => {
  expect(fileTypeLabel(name)).toBe(label)
})

it('keeps the end of a long name apart, extension included', () => {
  const { head, tail } = splitFileName('experian-credit-report-2024-final.pdf')
  expect(head + tail).toBe('experian-credit-report-2024-final.pdf')
  expect(tail).toBe('2024-final.pdf')
})

it.each([
  ['Experian_Equifax_TransUnion_combined (final) v2.pdf', '(final) v2.pdf'],
  ['a-credit-report-of-everybody-november.pdf', 'november.pdf'],
  [`${'x'.repeat(40)}.png`, 'xxxxxxxx.png'],
])('begins the end of %s with a whole word where one is near', (name, end) => {
  const { head, tail } = splitFileName(name)
  expect(tail).toBe(end)
  expect(head + tail).toBe(name)
})

it.each([
  ['report.pdf', 'report.pdf'],
  [`${'annual credit report '.repeat(9)}.docx`, 'annual credit report an…report .docx'],
  [`${'x'.repeat(150)}.pdf`, `${'x'.repeat(23)}…xxxxxxxx.pdf`],
])('shortens %s for a sentence', (name, short) => {
  expect(shortenFileName(name)).toBe(short)
  expect(short.length).toBeLessThanOrEqual(36)
})
