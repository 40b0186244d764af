import { open } from 'node:fs/promises'
import { fileExtensions, mimeTypes, type FileKind } from '@shared/file-kinds'
import { isJpeg, startsLikeJpeg } from './detect-jpeg'
import { isWordDocument, startsLikeOle } from './detect-ole'
import { isPdf, startsLikePdf } from './detect-pdf'
import { isPng, startsLikePng } from './detect-png'
import { isWordPackage, startsLikeZip } from './detect-zip'
import { readAt } from './read-at'

/** A PDF may begin a kilobyte into its file, the others at the first byte. */
const headBytes = 1032

/** Names that browsers and programs have for the types of the allowed kinds. */
const otherNamesOfTypes = new Map<string, FileKind>([
  ['application/x-pdf', 'pdf'],
  ['application/acrobat', 'pdf'],
  ['application/vnd.pdf', 'pdf'],
  ['text/pdf', 'pdf'],
  ['application/vnd.msword', 'doc'],
  ['application/vnd.ms-word', 'doc'],
  ['application/x-msword', 'doc'],
  ['application/zip', 'docx'],
  ['application/x-zip', 'docx'],
  ['application/x-zip-compressed', 'docx'],
  ['image/jpg', 'jpeg'],
  ['image/pjpeg', 'jpeg'],
  ['image/jfif', 'jpeg'],
  ['image/x-png', 'png'],
])

/** What is said by who does not know. A part without a type counts as text/plain (RFC 7578). */
const sayNothing = new Set([
  '',
  'text/plain',
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-download',
  'application/force-download',
  'application/x-unknown-content-type',
])

/**
 * What the file is, by its bytes alone; null is 'none of the allowed kinds'. Each has to be
 * whole by its own structure, and holds nothing that runs by itself. Reads within bounds that no
 * declared size can widen. Rejects only when the file cannot be read.
 */
export async function detectKind(path: string): Promise<FileKind | null> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const head = await readAt(file, 0, headBytes)
    if (startsLikePng(head)) return (await isPng(file)) ? 'png' : null
    if (startsLikeJpeg(head)) return (await isJpeg(file)) ? 'jpeg' : null
    if (startsLikeOle(head)) return (await isWordDocument(file, size)) ? 'doc' : null
    if (startsLikeZip(head)) return (await isWordPackage(file, size)) ? 'docx' : null
    if (startsLikePdf(head)) return (await isPdf(file)) ? 'pdf' : null
    return null
  } finally {
    await file.close()
  }
}

/**
 * Whether the cleaned name, the declared type and the content tell the same story. Browsers
 * without Word send .docx under no type, an octet-stream or a ZIP archive's.
 */
export function checkUpload(input: {
  kind: FileKind | null
  fileName: string
  declaredType: string
}): 'ok' | 'wrong-type' {
  if (input.kind === null) return 'wrong-type'
  const extension = /\.([^.]+)$/.exec(input.fileName)?.[1]?.toLowerCase() ?? ''
  if (!fileExtensions[input.kind].includes(extension)) return 'wrong-type'
  return isDeclared(input.kind, input.declaredType) ? 'ok' : 'wrong-type'
}

function isDeclared(kind: FileKind, declaredType: string): boolean {
  const type = declaredType.replace(/;.*$/s, '').trim().toLowerCase()
  return sayNothing.has(type) || type === mimeTypes[kind] || otherNamesOfTypes.get(type) === kind
}
