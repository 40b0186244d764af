const fontNumber = 3
const firstPageNumber = 4

/**
 * A PDF with a line of text on each page and a valid cross-reference table. With `size`, comments
 * between the objects and the table bring it to exactly that many bytes.
 */
export function writePdf(pages: readonly string[], size?: number): Buffer {
  const kids = pages.map((_, index) => `${firstPageNumber + 2 * index} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((text, index) => pageObjects(text, firstPageNumber + 2 * index + 1)),
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

function pageObjects(text: string, contentNumber: number): [page: string, content: string] {
  const content = `BT /F1 18 Tf 72 720 Td (${escapeText(text)}) Tj ET`
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${contentNumber} 0 R` +
      ` /Resources << /Font << /F1 ${fontNumber} 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
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

function escapeText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').replace(/[\\()]/g, '\\$&')
}
