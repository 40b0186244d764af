import { setImmediate as nextTurn } from 'node:timers/promises'
import { constants, createInflate } from 'node:zlib'
import { refusals } from './refusals'

/** An object has some 100 bytes, so 10 MB of real ones have a third of this. */
const maxCandidates = 300_000
/** More than the longest landmark, and than what it looks back to. */
const lookAheadBytes = 160
const lookBehindBytes = 16
const maxObjectStreams = 512
const maxDictionaryBytes = 4096
const maxPackedBytes = 256 * 1024
const maxUnpackedBytes = 2 * 1024 * 1024
const maxUnpackedInAll = 32 * 1024 * 1024

/** Shows a document's structure, and is never compressed or encrypted. */
interface Landmark {
  letters: string
  pattern: RegExp
}

/** Letters that are searched for, and a pattern that matches where they begin; a space is any blank. */
const landmark = (letters: string, pattern = letters): Landmark => ({
  letters,
  pattern: new RegExp(pattern.replaceAll(' ', String.raw`[\0\t\n\f\r ]`), 'y'),
})
const end = '%%EOF'
const start = landmark('startxref', String.raw`startxref {1,32}\d`)
const table = landmark('xref', String.raw`(?<!start)xref {1,32}\d{1,10} {1,32}\d`)
const trailer = landmark('trailer', 'trailer {0,32}<<')
const root = landmark('/Root', String.raw`/Root {1,32}\d{1,10} {1,32}\d{1,5} {1,32}R`)
const encrypted = landmark('/Encrypt', String.raw`/Encrypt {0,32}[\d<]`)
const object = landmark('obj', String.raw`(?<=\d {1,4})obj(?![A-Za-z])`)
const type = landmark('/Type', '/Type {0,32}/(XRef|ObjStm|Page)(?![A-Za-z0-9])')
const page = /\/Type[\0\t\n\f\r ]{0,32}\/Page(?![A-Za-z0-9])/

/** How other files start. */
const foreignStarts =
  'GIF8 PK MZ BM RIFF Rar! 7z\xbc %! #! {\\rtf \x7fELF \x89PNG \xff\xd8 \xd0\xcf\x11\xe0 \x1f\x8b'.split(
    ' ',
  )
const markup = /<[a-z!?/]/i

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
  const endAt = bytes.lastIndexOf(end)
  const isEnded =
    endAt >= 0 &&
    (await has(bytes.subarray(0, endAt), start)) &&
    !(await has(bytes.subarray(endAt), object))
  if (!isEnded) return refusals.cutPdf
  const { hasPage, hasTableStream, objectStreams } = await listTypes(bytes)
  const hasTable = hasTableStream || ((await has(bytes, table)) && (await has(bytes, trailer)))
  if (!hasTable || !(await has(bytes, root))) return refusals.damagedPdf
  if (hasPage) return null
  const hasHiddenPage = (await has(bytes, encrypted))
    ? objectStreams.length > 0
    : await hasPageInObjectStreams(bytes, objectStreams)
  return hasHiddenPage ? null : refusals.damagedPdf
}

async function listTypes(bytes: Buffer) {
  const objectStreams: number[] = []
  let [hasPage, hasTableStream] = [false, false]
  for (const { name, at } of places(bytes, type)) {
    if (name === 'Page') hasPage = true
    if (name === 'XRef') hasTableStream = true
    if (name === 'ObjStm' && objectStreams.length < maxObjectStreams) objectStreams.push(at)
    if (hasPage && hasTableStream) break
  }
  await nextTurn()
  return { hasPage, hasTableStream, objectStreams }
}

async function has(bytes: Buffer, wanted: Landmark): Promise<boolean> {
  const { done } = places(bytes, wanted).next()
  // Other requests go on in between.
  await nextTurn()
  return !done
}

/** Where the landmark is, and the name in it. Searching for its letters takes a fraction of a regular expression's time. */
function* places(bytes: Buffer, { letters, pattern }: Landmark) {
  let at = bytes.indexOf(letters)
  for (let count = 0; at >= 0 && count < maxCandidates; count += 1) {
    const from = Math.max(0, at - lookBehindBytes)
    pattern.lastIndex = at - from
    const match = pattern.exec(bytes.toString('latin1', from, at + lookAheadBytes))
    if (match) yield { at, name: match[1] }
    at = bytes.indexOf(letters, at + 1)
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

/** Unpacks what begins behind the dictionary that says it is an object stream; nothing unless deflated. */
async function unpackObjectStream(bytes: Buffer, position: number): Promise<Buffer> {
  const stream = bytes.subarray(position, position + maxPackedBytes)
  const dictionaryEnd = stream.subarray(0, maxDictionaryBytes).toString('latin1')
  const keyword = /stream\r?\n/.exec(dictionaryEnd)
  if (!keyword) return Buffer.alloc(0)
  return unpackStart(stream.subarray(keyword.index + keyword[0].length))
}

/** The first `maxUnpackedBytes` or so of a zlib stream; of a damaged one, what came before the damage. */
async function unpackStart(packed: Buffer): Promise<Buffer> {
  const inflate = createInflate({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 64 * 1024 })
  inflate.end(packed)
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of inflate as AsyncIterable<Buffer>) {
      parts.push(part)
      length += part.length
      if (length >= maxUnpackedBytes) break
    }
  } catch {
    return Buffer.concat(parts)
  }
  return Buffer.concat(parts)
}
