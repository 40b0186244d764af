import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync, crc32 } from 'node:zlib'
import { mimeTypes } from '@shared/file-kinds'
import { writeDocx } from './docx-writer'
import { writeOle } from './ole-writer'
import { writePdf } from './pdf-writer'

export interface Sample {
  name: string
  type: string
  bytes: Buffer
}

export interface ReferenceSample {
  name: string
  bytes: Buffer
}

export interface HostileSample {
  name: string
  bytes: Buffer
  why: string
}

interface TextOptions {
  /** Is inside the file, so that two samples can be told apart. */
  text?: string
}

interface SizedOptions extends TextOptions {
  /** Exact length in bytes. */
  size?: number
}

interface PdfOptions extends SizedOptions {
  /** The text of each page. */
  pages?: string[]
}

const defaultText = 'Credit report: score 742'
const wordIdentifier = Buffer.from('eca5c100', 'hex')

/** Files of every allowed kind, made here. All but the .doc open in the programs they are for. */
export const samples = {
  pdf({ text = defaultText, pages = [text], size }: PdfOptions = {}): Sample {
    return { name: 'credit-report.pdf', type: mimeTypes.pdf, bytes: writePdf(pages, size) }
  },
  png({ text = defaultText, size }: SizedOptions = {}): Sample {
    return { name: 'score-screenshot.png', type: mimeTypes.png, bytes: writePng(text, size) }
  },
  jpeg({ text = defaultText, size }: SizedOptions = {}): Sample {
    return { name: 'score-photo.jpg', type: mimeTypes.jpeg, bytes: writeJpeg(text, size) }
  },
  /** The container and the stream that make it a .doc, not a document that Word would open. */
  doc({ text = defaultText }: TextOptions = {}): Sample {
    const data = Buffer.concat([wordIdentifier, Buffer.from(text, 'utf16le')])
    const bytes = writeOle([{ name: 'WordDocument', data }, { name: '1Table' }])
    return { name: 'credit-report.doc', type: mimeTypes.doc, bytes }
  },
  docx({ text = defaultText }: TextOptions = {}): Sample {
    return { name: 'credit-report.docx', type: mimeTypes.docx, bytes: writeDocx(text) }
  },
}

/**
 * Files of other people's software, from the folders `valid` and `hostile` of the one that
 * REFERENCE_SAMPLES names. None without it: what is tested with them is then to be skipped.
 */
export function referenceSamples(kind: 'valid' | 'hostile'): ReferenceSample[] {
  const root = process.env['REFERENCE_SAMPLES']
  if (!root) return []
  const folder = join(root, kind)
  const names = readdirSync(folder)
  if (names.length === 0) throw new Error(`REFERENCE_SAMPLES: there is no file in ${folder}.`)
  return names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
}

const width = 64
const height = 48
const chunkOverhead = 12

/** A gradient of 32 by 24 grey pixels, baseline. */
const jpegImage = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/wAALCAAYACABAREA/8QAFgABAQEAAAAAAAAAAAAAAAAAAwIF/8QAFhAAAwAAAAAAAAAAAAAAAAAAAAID/9oACAEBAAA/AM5ZiLMRZlrMlZiLMRZiLMlZiLMtZiLM/9k=',
  'base64',
)

/** A gradient with the text as a comment, brought to `size` bytes by a chunk that readers skip. */
function writePng(text: string, size?: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const rows = Array.from({ length: height }, (_row, y) => [
    0,
    ...Array.from({ length: width }, (_pixel, x) => [x * 4, y * 5, 120]).flat(),
  ])
  const chunks = [
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1')),
    pngChunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
  ]
  const end = pngChunk('IEND', Buffer.alloc(0))
  if (size !== undefined) {
    const padding = size - Buffer.concat([...chunks, end]).length - chunkOverhead
    if (padding < 0) throw new Error(`A PNG of ${size} bytes is too small.`)
    chunks.push(pngChunk('paDd', Buffer.alloc(padding)))
  }
  return Buffer.concat([...chunks, end])
}

/** The picture with the text as a comment, brought to `size` bytes by zeros after its end. */
function writeJpeg(text: string, size?: number): Buffer {
  const comment = Buffer.from(text)
  const marker = Buffer.from('fffe0000', 'hex')
  marker.writeUInt16BE(2 + comment.length, 2)
  const bytes = Buffer.concat([jpegImage.subarray(0, 2), marker, comment, jpegImage.subarray(2)])
  if (size === undefined) return bytes
  if (size < bytes.length) throw new Error(`A JPEG of ${size} bytes is too small.`)
  return Buffer.concat([bytes], size)
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
