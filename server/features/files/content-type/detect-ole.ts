import { refusals } from './refusals'

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const headerBytes = 512
const headerDifatAt = 76
const headerDifatEntries = 109
const lastRegularSector = 0xfffffffa
const endOfChain = 0xfffffffe
const noEntry = 0xffffffff

const entryBytes = 128
const storageType = 1
const streamType = 2
const rootType = 5
// 8,192 entries; a document with a hundred embedded objects has about a thousand.
const maxDirectoryBytes = 1024 * 1024

/** Streams under the root that only other documents have; a document with a password is packed into one. */
const otherDocuments = new Map([
  ['EncryptedPackage', refusals.password],
  ['Workbook', refusals.workbook],
  ['Book', refusals.workbook],
  ['PowerPoint Document', refusals.slides],
])

/** In capitals, as names are compared: macros, controls, and packages that may hold a program. */
const activeEntries = new Set([
  'MACROS',
  'VBA',
  '_VBA_PROJECT',
  '_VBA_PROJECT_CUR',
  'PACKAGE',
  '\u0001OLE10NATIVE',
  '\u0003OCXNAME',
  '\u0003OCXDATA',
])

interface Container {
  bytes: Buffer
  sectorBytes: number
  firstDirectorySector: number
  /** Where the n-th sector of the allocation table is. */
  fatSectors: number[]
}

export const startsLikeOle = (head: Buffer): boolean =>
  head.subarray(0, signature.length).equals(signature)

/**
 * Null for an OLE compound file with a stream named WordDocument directly under its root, which neither a
 * spreadsheet with an embedded Word document nor an installer has. Macros, controls and packages are
 * looked for among all entries, so that an entry outside the tree is not missed.
 */
export function findDocProblem(bytes: Buffer): string | null {
  const container = openContainer(bytes)
  const directory = container && readDirectory(container)
  const streams = directory && listRootStreams(directory)
  if (!streams) return refusals.damagedWord
  for (const [name, problem] of otherDocuments) if (streams.has(name)) return problem
  if (!streams.has('WordDocument')) return refusals.otherOffice
  return hasActiveEntry(directory) ? refusals.active : null
}

function openContainer(bytes: Buffer): Container | null {
  const header = bytes.subarray(0, headerBytes)
  if (header.length < headerBytes) return null
  const version = header.readUInt16LE(26)
  const sectorShift = header.readUInt16LE(30)
  const isLittleEndian = header.readUInt16LE(28) === 0xfffe
  const isKnownVersion =
    (version === 3 && sectorShift === 9) || (version === 4 && sectorShift === 12)
  if (!isLittleEndian || !isKnownVersion) return null
  const container: Container = {
    bytes,
    sectorBytes: 1 << sectorShift,
    firstDirectorySector: header.readUInt32LE(48),
    fatSectors: [],
  }
  for (let index = 0; index < headerDifatEntries; index += 1) {
    container.fatSectors.push(header.readUInt32LE(headerDifatAt + 4 * index))
  }
  const isComplete = readRestOfDifat(container, header.readUInt32LE(68))
  return isComplete ? container : null
}

/**
 * Files over about 7 MB list more table sectors in a chain. No more of it is read than the file's
 * real size can need, so neither a loop nor a made-up count keeps this going.
 */
function readRestOfDifat(container: Container, first: number): boolean {
  const { bytes: file, sectorBytes, fatSectors } = container
  const numbersPerSector = sectorBytes / 4
  const needed = Math.ceil(file.length / sectorBytes / numbersPerSector)
  let sector = first
  while (fatSectors.length < needed && sector <= lastRegularSector) {
    const bytes = readSector(container, sector)
    if (!bytes) return false
    for (let index = 0; index < numbersPerSector - 1; index += 1) {
      fatSectors.push(bytes.readUInt32LE(4 * index))
    }
    sector = bytes.readUInt32LE(sectorBytes - 4)
  }
  return true
}

function readDirectory(container: Container): Buffer | null {
  const seen = new Set<number>()
  const parts: Buffer[] = []
  let sector: number | null = container.firstDirectorySector
  while (sector !== endOfChain) {
    if (seen.has(sector) || seen.size * container.sectorBytes >= maxDirectoryBytes) return null
    seen.add(sector)
    const bytes = readSector(container, sector)
    sector = bytes && nextSector(container, sector)
    if (bytes === null || sector === null) return null
    parts.push(bytes)
  }
  return Buffer.concat(parts)
}

function nextSector(container: Container, sector: number): number | null {
  const numbersPerSector = container.sectorBytes / 4
  const fatSector = container.fatSectors[Math.floor(sector / numbersPerSector)]
  const bytes = fatSector === undefined ? null : readSector(container, fatSector)
  return bytes && bytes.readUInt32LE(4 * (sector % numbersPerSector))
}

/** The header replaces one sector. The last one of a file may be short: zeros follow it. */
function readSector(container: Container, sector: number): Buffer | null {
  const position = (sector + 1) * container.sectorBytes
  if (sector > lastRegularSector || position >= container.bytes.length) return null
  const bytes = container.bytes.subarray(position, position + container.sectorBytes)
  if (bytes.length === container.sectorBytes) return bytes
  return Buffer.concat([bytes], container.sectorBytes)
}

/** Names of the streams that are the root's own children; null when the tree is broken or loops. */
function listRootStreams(directory: Buffer): Set<string> | null {
  if (directory.length < entryBytes || directory.readUInt8(66) !== rootType) return null
  const names = new Set<string>()
  const seen = new Set<number>([0])
  const pending = [directory.readUInt32LE(76)]
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (id === noEntry) continue
    if (seen.has(id) || (id + 1) * entryBytes > directory.length) return null
    seen.add(id)
    const entry = directory.subarray(id * entryBytes, (id + 1) * entryBytes)
    const type = entry.readUInt8(66)
    if (type !== streamType && type !== storageType) return null
    if (type === streamType) names.add(entryName(entry))
    pending.push(entry.readUInt32LE(68), entry.readUInt32LE(72))
  }
  return names
}

function hasActiveEntry(directory: Buffer): boolean {
  for (let at = 0; at + entryBytes <= directory.length; at += entryBytes) {
    const entry = directory.subarray(at, at + entryBytes)
    if (activeEntries.has(entryName(entry).toUpperCase())) return true
  }
  return false
}

/** UTF-16 with its length in bytes beside it, closing zero included. */
function entryName(entry: Buffer): string {
  const length = Math.min(Math.max(entry.readUInt16LE(64) - 2, 0), 62)
  return entry.toString('utf16le', 0, length)
}
