/** A photo as it is sent: upright, and no larger than a page needs. */
export interface Photo {
  jpeg: Blob
  width: number
  height: number
}

/** About 280 dots an inch of a letter page: small print stays readable. */
const longestSide = 2_400
const quality = 0.85
const pageWidth = 612

/** Throws when the browser can't read the picture. Turned upright as its camera says, then by so many quarter turns. */
export async function readPhoto(picture: Blob, quarterTurns = 0): Promise<Photo> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' })
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const width = Math.round(bitmap.width * scale)
  const height = Math.round(bitmap.height * scale)
  const isTurned = quarterTurns % 2 === 1
  const canvas = document.createElement('canvas')
  canvas.width = isTurned ? height : width
  canvas.height = isTurned ? width : height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures.')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((quarterTurns * Math.PI) / 2)
  context.drawImage(bitmap, -width / 2, -height / 2, width, height)
  bitmap.close()
  const jpeg = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', quality),
  )
  if (!jpeg) throw new Error('This browser writes no JPEG.')
  return { jpeg, width: canvas.width, height: canvas.height }
}

/** One document of all photos, in their order: a JPEG of one, a PDF with a page for each of several. */
export async function joinPhotos(photos: readonly Photo[]): Promise<File> {
  const [first, ...others] = photos
  if (!first) throw new Error('There is no photo.')
  if (others.length === 0) return new File([first.jpeg], 'photo.jpg', { type: 'image/jpeg' })
  const pages = await Promise.all(
    photos.map(async ({ jpeg, ...size }) => ({
      ...size,
      bytes: new Uint8Array(await jpeg.arrayBuffer()),
    })),
  )
  return new File([writePdf(pages)], 'photos.pdf', { type: 'application/pdf' })
}

interface Page {
  bytes: Uint8Array
  width: number
  height: number
}

/**
 * A PDF with a JPEG on each page. Libraries that write PDFs bring a megabyte for text and forms; this is the whole of
 * what a picture needs (ISO 32000-1, 7.5 and 8.9.5).
 */
export function writePdf(pages: readonly Page[]): Blob {
  const parts: (string | Uint8Array<ArrayBuffer>)[] = []
  const offsets: number[] = []
  let length = 0
  const add = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? part : new Uint8Array(part)
    parts.push(bytes)
    length += bytes.length
  }
  const addObject = (dictionary: string, stream?: string | Uint8Array) => {
    offsets.push(length)
    add(`${offsets.length} 0 obj\n${dictionary}\n`)
    if (stream !== undefined) {
      add('stream\n')
      add(stream)
      add('\nendstream\n')
    }
    add('endobj\n')
  }
  // 1 the catalog, 2 the pages, then a page, its content and its picture for each.
  const first = (index: number) => 3 + 3 * index
  add('%PDF-1.4\n')
  addObject('<< /Type /Catalog /Pages 2 0 R >>')
  const kids = pages.map((_page, index) => `${first(index)} 0 R`).join(' ')
  addObject(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)
  for (const [index, { bytes, width, height }] of pages.entries()) {
    const [content, picture] = [first(index) + 1, first(index) + 2]
    const pageHeight = Math.round((pageWidth * height) / width)
    const draw = `q ${pageWidth} 0 0 ${pageHeight} 0 0 cm /P Do Q`
    addObject(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Contents ${content} 0 R /Resources << /XObject << /P ${picture} 0 R >> >> >>`,
    )
    addObject(`<< /Length ${draw.length} >>`, draw)
    addObject(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${bytes.length} >>`,
      bytes,
    )
  }
  const start = length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = offsets.length + 1
  add(`xref\n0 ${size}\n0000000000 65535 f \n${entries}`)
  add(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`)
  return new Blob(parts, { type: 'application/pdf' })
}
