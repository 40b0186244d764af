import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import {
  contentTypesPart,
  findPartsProblem,
  isRelationshipsPart,
  type WordParts,
} from './check-word-parts'
import { refusals } from './refusals'

const unpack = promisify(inflateRaw)

const localHeaderSignature = Buffer.from('504b0304', 'hex')
const maxEntries = 2000
const maxUnpackedBytes = 200 * 1024 * 1024
const maxRatio = 200
/** Small documents of repetitive text compress beyond any ratio, and harm no one. */
const ratioCountsAboveBytes = 10 * 1024 * 1024

const entryHeaderBytes = 46
const endRecordBytes = 22
const endRecordSignature = Buffer.from('504b0506', 'hex')
const maxCommentBytes = 0xffff
const zip64LocatorBytes = 20
const zip64LocatorSignature = 0x07064b50
const stored = 0
const deflated = 8
/** Lists of the parts are unpacked: about 20,000 links of one part, and twice as many in all. */
const maxListBytes = 4 * 1024 * 1024
const maxListBytesInAll = 2 * maxListBytes
/** Info-ZIP's second name of an entry: which of the two counts depends on the reader. */
const unicodePathField = 0x7075

/** Parts that only other packages have. */
const foreignParts: [name: RegExp, problem: string][] = [
  [/^xl\//, refusals.workbook],
  [/^ppt\//, refusals.slides],
  [/^meta-inf\/manifest\.mf$|^androidmanifest\.xml$/, refusals.program],
  [/^mimetype$/, refusals.openDocument],
  [/^index\/document\.iwa$|^index\.zip$/, refusals.pages],
]
/** Where a document's archive begins, also one that is cut off. */
const wordPart = /^(?:\[content_types\]\.xml|_rels[/\\]|docprops[/\\]|word[/\\]|customxml[/\\])/i

export const startsLikeZip = (head: Buffer): boolean =>
  head.subarray(0, localHeaderSignature.length).equals(localHeaderSignature)

/**
 * Null for a ZIP that is a Word document, by its directory and by the lists of its parts, nothing of which
 * else is unpacked; no declared size is trusted for more than being added up. Refuses names that
 * would leave the folder they are unpacked into, names given twice, and archives that unpack to too
 * much.
 */
export async function findPackageProblem(file: Buffer): Promise<string | null> {
  const isWord = wordPart.test(file.toString('latin1', 30, 62))
  try {
    const zip = await fromBufferPromise(file, { decodeStrings: false, validateEntrySizes: true })
    const directoryBytes = getDirectorySize(file, zip)
    if (directoryBytes !== null && zip.entryCount <= maxEntries) {
      const fileSize = file.length
      const entries = await listEntries(zip.eachEntry(), { fileSize, directoryBytes })
      if (typeof entries === 'string') return entries
      const parts = entries && (await readLists(zip, file, entries))
      if (parts) return findPartsProblem(parts)
    }
  } catch {
    if (isWord && !hasClosingRecord(file)) return refusals.cutWord
  }
  return isWord ? refusals.damagedWord : refusals.archive
}

/**
 * The directory's size when it ends right where the closing record starts; otherwise null, because
 * programs would differ on where it begins. ZIP64 is refused for the same reason: a second closing
 * record, which nothing of this size needs.
 */
function getDirectorySize(file: Buffer, zip: ZipFile): number | null {
  const endAt = file.length - endRecordBytes - zip.comment.length
  const locatorAt = endAt - zip64LocatorBytes
  if (locatorAt < 0) return null
  if (file.readUInt32LE(locatorAt) === zip64LocatorSignature) return null
  const size = file.readUInt32LE(endAt + 12)
  return file.readUInt32LE(endAt + 16) + size === endAt ? size : null
}

/** Its signature, wherever it is: a comment may follow. */
const hasClosingRecord = (file: Buffer): boolean =>
  file.subarray(-(endRecordBytes + maxCommentBytes)).includes(endRecordSignature)

/** By their names in small letters; what is wrong, or null, unless every one is plain and all together are. */
async function listEntries(
  entries: AsyncIterable<Entry>,
  { fileSize, directoryBytes }: { fileSize: number; directoryBytes: number },
): Promise<Map<string, Entry> | string | null> {
  const byName = new Map<string, Entry>()
  let unpacked = 0
  let packed = 0
  let listed = 0
  for await (const entry of entries) {
    const name = readPartName(entry.fileNameRaw.toString('utf8'))
    if (entry.isEncrypted()) return refusals.lockedArchive
    const problem = foreignParts.find(([foreign]) => foreign.test(name))?.[1]
    if (problem) return problem
    if (!isPlainEntry(entry) || !isSafeName(name) || byName.has(name)) return null
    byName.set(name, entry)
    unpacked += entry.uncompressedSize
    packed += entry.compressedSize
    listed += entryHeaderBytes
    listed += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
  }
  // A directory longer than its counted entries hides some; more packed bytes than the file has
  // means that entries overlap, as they do in bombs.
  if (listed !== directoryBytes || packed > fileSize) return null
  if (unpacked > maxUnpackedBytes) return null
  if (unpacked > ratioCountsAboveBytes && unpacked / fileSize > maxRatio) return null
  return byName
}

/** Null when the list of content types is not there, or there is too much of them all. */
async function readLists(
  zip: ZipFile,
  file: Buffer,
  entries: ReadonlyMap<string, Entry>,
): Promise<WordParts | null> {
  const typesEntry = entries.get(contentTypesPart)
  const lists = [...entries].filter(([name]) => isRelationshipsPart(name))
  const unpacked = lists.reduce((sum, [, entry]) => sum + entry.uncompressedSize, 0)
  if (!typesEntry || unpacked > maxListBytesInAll) return null
  const contentTypes = await unpackEntry(zip, file, typesEntry)
  const relationships: (readonly [string, Buffer])[] = []
  for (const [name, entry] of lists) {
    relationships.push([name, await unpackEntry(zip, file, entry)])
  }
  return { names: new Set(entries.keys()), contentTypes, relationships }
}

/** Throws when it is larger than a list may be, or than it says. */
async function unpackEntry(zip: ZipFile, file: Buffer, entry: Entry): Promise<Buffer> {
  const { compressedSize, uncompressedSize, compressionMethod } = entry
  if (Math.max(compressedSize, uncompressedSize) > maxListBytes) throw new Error('Too long a list.')
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  const packed = file.subarray(fileDataStart, fileDataStart + compressedSize)
  if (compressionMethod === stored) return packed
  return unpack(packed, { maxOutputLength: uncompressedSize })
}

function isPlainEntry(entry: Entry): boolean {
  const method = entry.compressionMethod
  if (method !== stored && method !== deflated) return false
  return !entry.extraFields.some((field) => field.id === unicodePathField)
}

/** As parts are compared: without case, and with the slashes that some programs write the other way. */
const readPartName = (name: string): string => name.toLowerCase().replaceAll('\\', '/')

function isSafeName(name: string): boolean {
  if (name === '' || name.startsWith('/') || /^[a-z]:/.test(name)) return false
  if (name.includes('\0')) return false
  return !name.split('/').includes('..')
}
