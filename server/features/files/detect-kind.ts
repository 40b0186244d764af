import { open } from 'node:fs/promises'
import { extensionsOf, fileKinds, mimeTypeOf, type FileKind } from '@shared/files'
import { isJpeg, isPng, startsLikeJpeg } from './detect-image'
import { isWordDocument, startsLikeOle } from './detect-ole'
import { isWordPackage, startsLikeZip } from './detect-zip'
import { readAt } from './read-at'

const headBytes = 33
const otherNamesOfTypes = new Map<string, FileKind>([
  ['image/jpg', 'jpeg'],
  ['image/pjpeg', 'jpeg'],
])

/**
 * What the file is, by its bytes alone; null is 'none of the allowed kinds'. Every format has to
 * start at the first byte, so that nothing can be put in front of it. Reads headers and directories
 * only, within bounds that no declared size can widen. Rejects only when the file cannot be read.
 */
export async function detectKind(path: string): Promise<FileKind | null> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const head = await readAt(file, 0, headBytes)
    if (isPdf(head)) return 'pdf'
    if (isPng(head)) return 'png'
    if (startsLikeJpeg(head)) return (await isJpeg(file)) ? 'jpeg' : null
    if (startsLikeOle(head)) return (await isWordDocument(file, size)) ? 'doc' : null
    if (startsLikeZip(head)) return (await isWordPackage(file, size)) ? 'docx' : null
    return null
  } finally {
    await file.close()
  }
}

/**
 * Whether the cleaned name, the declared type and the content tell the same story. A declared type
 * counts only when it is that of another allowed kind: browsers without Word send .docx as an empty,
 * octet-stream or zip type.
 */
export function checkUpload(input: {
  kind: FileKind | null
  fileName: string
  declaredType: string
}): 'ok' | 'wrong-type' {
  if (input.kind === null) return 'wrong-type'
  const extension = /\.([^.]+)$/.exec(input.fileName)?.[1]?.toLowerCase() ?? ''
  if (!extensionsOf[input.kind].includes(extension)) return 'wrong-type'
  const declared = kindOfType(input.declaredType)
  return declared === undefined || declared === input.kind ? 'ok' : 'wrong-type'
}

/** The version has to follow: '%PDF-' alone is only text. */
function isPdf(head: Buffer): boolean {
  return /^%PDF-\d\.\d/.test(head.toString('latin1'))
}

function kindOfType(declaredType: string): FileKind | undefined {
  const type = declaredType.replace(/;.*$/s, '').trim().toLowerCase()
  return otherNamesOfTypes.get(type) ?? fileKinds.find((kind) => mimeTypeOf[kind] === type)
}
