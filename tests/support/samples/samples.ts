import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mimeTypes } from '@shared/file-kinds'
import { writeDocx } from './docx-writer'
import { writeJpeg, writePng } from './image-writer'
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
