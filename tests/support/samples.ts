import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mimeTypeOf } from '@shared/files'
import { writeDocx } from './docx-writer'
import { writeJpeg, writePng } from './image-writer'
import { writeOle } from './ole-writer'
import { writePdf } from './pdf-writer'

export interface Sample {
  name: string
  type: string
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
    return { name: 'credit-report.pdf', type: mimeTypeOf.pdf, bytes: writePdf(pages, size) }
  },
  png({ text = defaultText, size }: SizedOptions = {}): Sample {
    return { name: 'score-screenshot.png', type: mimeTypeOf.png, bytes: writePng(text, size) }
  },
  jpeg({ text = defaultText, size }: SizedOptions = {}): Sample {
    return { name: 'score-photo.jpg', type: mimeTypeOf.jpeg, bytes: writeJpeg(text, size) }
  },
  /** The container and the stream that make it a .doc, not a document that Word would open. */
  doc({ text = defaultText }: TextOptions = {}): Sample {
    const data = Buffer.concat([wordIdentifier, Buffer.from(text, 'utf16le')])
    const bytes = writeOle([{ name: 'WordDocument', data }, { name: '1Table' }])
    return { name: 'credit-report.doc', type: mimeTypeOf.doc, bytes }
  },
  docx({ text = defaultText }: TextOptions = {}): Sample {
    return { name: 'credit-report.docx', type: mimeTypeOf.docx, bytes: writeDocx(text) }
  },
}

/**
 * Files of other people's software, from a `shared/samples` folder beside the checkout; none when it
 * is not there. Says on the console which it was.
 */
export function referenceSamples(kind: 'valid' | 'hostile'): { name: string; bytes: Buffer }[] {
  const projectRoot = fileURLToPath(new URL('../..', import.meta.url))
  const folder = join(projectRoot, '../shared/samples', kind)
  const names = existsSync(folder) ? readdirSync(folder) : []
  console.log(
    `Reference samples (${kind}): ${names.length > 0 ? `${names.length} read` : 'not there'}`,
  )
  return names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
}
