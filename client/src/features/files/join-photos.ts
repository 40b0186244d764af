import { maxFileBytes } from '@shared/file-kinds'

export interface Photo {
  jpeg: Blob
  width: number
  height: number
}

/** About 280 dots an inch of a letter page: small print stays readable. */
const fullSide = 2_400
/** A long screenshot keeps its width, of which its longest side says nothing. */
const fullWidth = 1_200
/** The limit of canvases in Safari on a phone. */
const mostPixels = 16_000_000
const longestCanvas = 16_000
const fullQuality = 0.85
const pageWidth = 612
/** In points; readers of PDFs take no more. */
const longestPage = 14_400

interface Look {
  quarterTurns?: number
  shrunkTo?: number
  quality?: number
}

/** Throws when the browser can't read the picture. Turned upright as its camera says, then by so many quarter turns. */
export async function readPhoto(
  picture: Blob,
  { quarterTurns = 0, shrunkTo = 1, quality = fullQuality }: Look = {},
): Promise<Photo> {
  const { image, release } = await decode(picture)
  const canvas = document.createElement('canvas')
  try {
    const scale = Math.min(1, shrunkTo * scaleToPage(image))
    const width = Math.max(1, Math.round(image.width * scale))
    const height = Math.max(1, Math.round(image.height * scale))
    const isTurned = quarterTurns % 2 === 1
    canvas.width = isTurned ? height : width
    canvas.height = isTurned ? width : height
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This browser draws no pictures.')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.translate(canvas.width / 2, canvas.height / 2)
    context.rotate((quarterTurns * Math.PI) / 2)
    context.drawImage(image, -width / 2, -height / 2, width, height)
  } finally {
    release()
  }
  const jpeg = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', quality),
  )
  if (!jpeg) throw new Error('This browser writes no JPEG.')
  const size = { width: canvas.width, height: canvas.height }
  // Safari keeps the memory of a canvas until it is small.
  canvas.width = canvas.height = 0
  return { jpeg, ...size }
}

function scaleToPage({ width, height }: { width: number; height: number }): number {
  const [short, long] = width < height ? [width, height] : [height, width]
  const readable = Math.max(fullSide / long, fullWidth / short)
  return Math.min(readable, longestCanvas / long, Math.sqrt(mostPixels / (width * height)))
}

interface Decoded {
  image: ImageBitmap | HTMLImageElement
  release: () => void
}

/**
 * Upright in every browser by default. The option that asks for it throws in Safari before 17.2, which knew its value
 * by another name.
 */
async function decode(picture: Blob): Promise<Decoded> {
  try {
    const image = await createImageBitmap(picture)
    return { image, release: () => image.close() }
  } catch {
    const image = new Image()
    const address = URL.createObjectURL(picture)
    const release = () => URL.revokeObjectURL(address)
    try {
      image.src = address
      await image.decode()
      return { image, release }
    } catch (error) {
      release()
      throw error
    }
  }
}

/** Room that a PDF needs in addition to its pictures, generously. */
const bytesAroundPhoto = 2_048

/** One document of all photos, in their order, within the limit: a JPEG of one, a PDF with a page for each of several. */
export async function joinPhotos(
  photos: readonly Photo[],
  maxBytes: number = maxFileBytes,
): Promise<File> {
  const fitting = await fitPhotos(photos, maxBytes)
  const [first, ...others] = fitting
  if (!first) throw new Error('There is no photo.')
  if (others.length === 0) return new File([first.jpeg], 'photo.jpg', { type: 'image/jpeg' })
  return new File([writePdf(fitting)], 'photos.pdf', { type: 'application/pdf' })
}

/** If all together are too large, each photo that takes more than its share is made smaller, one after the other. */
async function fitPhotos(photos: readonly Photo[], maxBytes: number): Promise<readonly Photo[]> {
  const share = Math.floor(maxBytes / photos.length) - bytesAroundPhoto
  const total = photos.reduce((sum, { jpeg }) => sum + jpeg.size + bytesAroundPhoto, 0)
  if (total <= maxBytes) return photos
  const fitting: Photo[] = []
  for (const photo of photos) {
    let smaller = photo
    for (let shrunkTo = 1; smaller.jpeg.size > share; shrunkTo *= 0.8)
      smaller = await readPhoto(photo.jpeg, { shrunkTo, quality: 0.7 })
    fitting.push(smaller)
  }
  return fitting
}

/** Number of a page's first object: the page, its content and its picture follow each other. 1 is the catalog, 2 the list of pages. */
const firstObject = (index: number) => 3 + 3 * index

/**
 * A PDF with a JPEG on each page. Libraries that write PDFs bring a megabyte for text and forms; this is the whole of
 * what a picture needs (ISO 32000-1, 7.5 and 8.9.5).
 */
export function writePdf(pages: readonly Photo[]): Blob {
  const parts: (string | Blob)[] = []
  const offsets: number[] = []
  let length = 0
  // All text is ASCII. A picture stays a Blob, which a phone need not hold in memory.
  const add = (part: string | Blob) => {
    parts.push(part)
    length += typeof part === 'string' ? part.length : part.size
  }
  const addObject = (dictionary: string, stream?: string | Blob) => {
    offsets.push(length)
    add(`${offsets.length} 0 obj\n${dictionary}\n`)
    if (stream !== undefined) {
      add('stream\n')
      add(stream)
      add('\nendstream\n')
    }
    add('endobj\n')
  }
  add('%PDF-1.4\n')
  addObject('<< /Type /Catalog /Pages 2 0 R >>')
  const kids = pages.map((_page, index) => `${firstObject(index)} 0 R`).join(' ')
  addObject(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)
  for (const [index, { jpeg, width, height }] of pages.entries()) {
    const [content, picture] = [firstObject(index) + 1, firstObject(index) + 2]
    const acrossPage = Math.round(Math.min(pageWidth, (longestPage * width) / height))
    const pageHeight = Math.round((acrossPage * height) / width)
    const draw = `q ${acrossPage} 0 0 ${pageHeight} 0 0 cm /P Do Q`
    addObject(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${acrossPage} ${pageHeight}] /Contents ${content} 0 R /Resources << /XObject << /P ${picture} 0 R >> >> >>`,
    )
    addObject(`<< /Length ${draw.length} >>`, draw)
    addObject(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.size} >>`,
      jpeg,
    )
  }
  const start = length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = offsets.length + 1
  add(`xref\n0 ${size}\n0000000000 65535 f \n${entries}`)
  add(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`)
  return new Blob(parts, { type: 'application/pdf' })
}
