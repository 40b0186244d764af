const fontNumber = 3
const firstPageNumber = 4
const pageHeight = 792

/** A text on a page: in points from its top left corner, turned by so many degrees. */
export interface PlacedText {
  text: string
  x: number
  y: number
  size?: number
  angle?: number
}

/** A line of text, or several where they belong; `rotate` turns the page in steps of 90 degrees. */
export type PageContent = string | { texts: readonly PlacedText[]; rotate?: number }

/**
 * A PDF with these pages and a valid cross-reference table. With `size`, comments
 * between the objects and the table bring it to exactly that many bytes.
 */
export function writePdf(pages: readonly PageContent[], size?: number): Buffer {
  const kids = pages.map((_, index) => `${firstPageNumber + 2 * index} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, index) => pageObjects(page, firstPageNumber + 2 * index + 1)),
  ]
  let body = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  if (size === undefined) return Buffer.from(body + closing(offsets, body.length), 'latin1')

  // The table's position is written in decimal, so padding can make the file a byte or two longer.
  let padding = size - body.length - closing(offsets, body.length).length
  padding -= String(body.length + padding).length - String(body.length).length
  if (padding < 0) throw new Error(`A PDF of ${size} bytes is too small for its text.`)
  body += comment(padding)
  const bytes = Buffer.from(body + closing(offsets, body.length), 'latin1')
  return Buffer.concat([bytes], size).fill('\n', bytes.length)
}

function pageObjects(page: PageContent, contentNumber: number): [page: string, content: string] {
  const { texts, rotate = 0 } =
    typeof page === 'string' ? { texts: [{ text: page, x: 72, y: 72, size: 18 }] } : page
  const content = texts.map(writeText).join('\n')
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 ${pageHeight}] /Contents ${contentNumber} 0 R` +
      ` /Resources << /Font << /F1 ${fontNumber} 0 R >> >>${rotate ? ` /Rotate ${rotate}` : ''} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
}

function writeText({ text, x, y, size = 10, angle = 0 }: PlacedText): string {
  const radians = (angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)].map((part) => Number(part.toFixed(4)))
  const place = angle ? `${cos} ${sin} ${-(sin ?? 0)} ${cos} ${x} ${pageHeight - y} Tm` : null
  return `BT /F1 ${size} Tf ${place ?? `${x} ${pageHeight - y} Td`} (${escapeText(text)}) Tj ET`
}

function closing(offsets: number[], tableAt: number): string {
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  return [
    `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows.join('')}`,
    `trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\n`,
    `startxref\n${tableAt}\n%%EOF\n`,
  ].join('')
}

function comment(length: number): string {
  const line = `%${'-'.repeat(62)}\n`
  const rest = length % line.length
  const lastLine = rest > 1 ? `%${'-'.repeat(rest - 2)}\n` : '\n'.repeat(rest)
  return line.repeat(Math.floor(length / line.length)) + lastLine
}

/** What the font's encoding has elsewhere than Unicode. */
const winAnsi: Record<string, string> = {
  '–': '\x96',
  '—': '\x97',
  '’': '\x92',
  '•': '\x95',
  '™': '\x99',
}

function escapeText(text: string): string {
  return text
    .replace(/[–—’•™]/g, (character) => winAnsi[character] ?? '?')
    .replace(/[^\x20-\x7e\x91-\x99\xa0-\xff]/g, '?')
    .replace(/[\\()]/g, '\\$&')
}
