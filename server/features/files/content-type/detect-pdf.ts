import { setImmediate as nextTurn } from 'node:timers/promises'
import { findLandmarks, type PdfLandmark } from './pdf-landmarks'
import { refusals } from './refusals'
import { unpackStart } from './unpack'

const pieceBytes = 512 * 1024
/** More than the longest landmark, and than what it looks back to. */
const overlapBytes = 256
const lookBehindBytes = 16

/** An object has some 100 bytes, so 10 MB of real ones have a third of this. */
const maxLandmarks = 300_000
const maxObjectStreams = 512
const maxDictionaryBytes = 4096
const maxPackedBytes = 256 * 1024
const maxUnpackedBytes = 2 * 1024 * 1024
const maxUnpackedInAll = 32 * 1024 * 1024

const page = /\/Type[\0\t\n\f\r ]{0,32}\/Page(?![A-Za-z0-9])/

/** What other files start with. */
const foreignStarts =
  'GIF8 PK MZ BM RIFF Rar! 7z\xbc %! #! {\\rtf \x7fELF \x89PNG \xff\xd8 \xd0\xcf\x11\xe0 \x1f\x8b'.split(
    ' ',
  )
const markup = /<[a-z!?/]/i

interface Structure {
  hasTable: boolean
  hasTrailer: boolean
  hasTableStream: boolean
  hasRoot: boolean
  hasStart: boolean
  /** An end marker came after the last object. */
  isEnded: boolean
  isEncrypted: boolean
  hasPage: boolean
  objectStreams: number[]
}

/** The bytes before the version, which is within the first kilobyte; null without one. */
const readBeforePdf = (head: Buffer): string | null =>
  /^([^]{0,1024}?)%PDF-\d\.\d/.exec(head.toString('latin1'))?.[1] ?? null

export const startsLikePdf = (head: Buffer): boolean => readBeforePdf(head) !== null

/** Markup or another format in front of a PDF makes one file that is two things. */
export function isMixedPdf(head: Buffer): boolean {
  const before = readBeforePdf(head) ?? ''
  return markup.test(before) || foreignStarts.some((bytes) => before.startsWith(bytes))
}

/**
 * Null for a cross-reference with a root, an end marker behind the last object, and at least one page.
 * Offsets are not believed, as viewers mend them. An encrypted file hides the pages that it keeps in
 * object streams: there, that it has such streams must do.
 */
export async function findPdfProblem(bytes: Buffer): Promise<string | null> {
  const found = await readStructure(bytes)
  if (!found) return refusals.damagedPdf
  if (!found.isEnded) return refusals.cutPdf
  const hasCrossReference = (found.hasTable && found.hasTrailer) || found.hasTableStream
  if (!hasCrossReference || !found.hasRoot) return refusals.damagedPdf
  const hasPage =
    found.hasPage ||
    (found.isEncrypted
      ? found.objectStreams.length > 0
      : await hasPageInObjectStreams(bytes, found.objectStreams))
  return hasPage ? null : refusals.damagedPdf
}

/** Null when there are more landmarks than a real document has. */
async function readStructure(bytes: Buffer): Promise<Structure | null> {
  const found: Structure = {
    hasTable: false,
    hasTrailer: false,
    hasTableStream: false,
    hasRoot: false,
    hasStart: false,
    isEnded: false,
    isEncrypted: false,
    hasPage: false,
    objectStreams: [],
  }
  let position = 0
  let landmarks = 0
  let isLast = false
  // Pieces overlap, so that no landmark is cut in two; each is noted in one of them.
  while (!isLast) {
    const piece = bytes.subarray(position, position + pieceBytes)
    isLast = piece.length < pieceBytes
    const from = position === 0 ? 0 : lookBehindBytes
    const next = piece.length - overlapBytes
    const until = isLast ? piece.length : next + lookBehindBytes
    for (const { kind, index } of findLandmarks(piece)) {
      if (index < from || index >= until) continue
      landmarks += 1
      if (landmarks > maxLandmarks) return null
      note(found, kind, position + index)
    }
    position += next
    // Other requests go on in between.
    await nextTurn()
  }
  return found
}

function note(found: Structure, kind: PdfLandmark, position: number): void {
  if (kind === 'object') found.isEnded = false
  if (kind === 'start') found.hasStart = true
  if (kind === 'end') found.isEnded = found.hasStart
  if (kind === 'table') found.hasTable = true
  if (kind === 'trailer') found.hasTrailer = true
  if (kind === 'root') found.hasRoot = true
  if (kind === 'encrypted') found.isEncrypted = true
  if (kind === 'Page') found.hasPage = true
  if (kind === 'XRef') found.hasTableStream = true
  if (kind === 'ObjStm' && found.objectStreams.length < maxObjectStreams) {
    found.objectStreams.push(position)
  }
}

async function hasPageInObjectStreams(
  bytes: Buffer,
  objectStreams: readonly number[],
): Promise<boolean> {
  let unpackedInAll = 0
  for (const position of objectStreams) {
    const unpacked = await unpackObjectStream(bytes, position)
    if (page.test(unpacked.toString('latin1'))) return true
    unpackedInAll += unpacked.length
    if (unpackedInAll >= maxUnpackedInAll) return false
  }
  return false
}

/** What begins behind the dictionary that says it is an object stream; nothing unless deflated. */
async function unpackObjectStream(bytes: Buffer, position: number): Promise<Buffer> {
  const stream = bytes.subarray(position, position + maxPackedBytes)
  const dictionaryEnd = stream.subarray(0, maxDictionaryBytes).toString('latin1')
  const keyword = /stream\r?\n/.exec(dictionaryEnd)
  if (!keyword) return Buffer.alloc(0)
  return unpackStart(stream.subarray(keyword.index + keyword[0].length), maxUnpackedBytes)
}
