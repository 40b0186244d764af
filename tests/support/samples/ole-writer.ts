const sectorBytes = 512
const entryBytes = 128
const minStreamBytes = 4096
const freeSector = 0xffffffff
const endOfChain = 0xfffffffe
const fatSector = 0xfffffffd

export interface OleEntry {
  name: string
  /** A stream has content, a storage has children. */
  data?: Buffer
  children?: OleEntry[]
}

export interface OleOptions {
  /** Changes the allocation table before it is written; sector 0 is the table, 1 the directory. */
  bendFat?: (fat: Buffer) => void
  bendHeader?: (header: Buffer) => void
}

/**
 * An OLE compound file with 512-byte sectors: the allocation table first, then the directory, then
 * the streams, padded to the size below which they would have to live in a table of their own.
 */
export function writeOle(entries: OleEntry[], options: OleOptions = {}): Buffer {
  const directory: Buffer[] = [directoryEntry('Root Entry', 5)]
  const streams: Buffer[] = []
  const chainLengths: number[] = []
  const directorySectors = Math.ceil(((countEntries(entries) + 1) * entryBytes) / sectorBytes)
  let nextSector = 1 + directorySectors

  function add(children: OleEntry[], parentAt: number): void {
    let previousAt: number | null = null
    for (const child of children) {
      const id = directory.length
      const entry = directoryEntry(child.name, child.children ? 1 : 2)
      directory.push(entry)
      // Each entry is its elder sibling's right one: a tree, if not a balanced one.
      if (previousAt === null) directory[parentAt]?.writeUInt32LE(id, 76)
      else directory[previousAt]?.writeUInt32LE(id, 72)
      previousAt = id
      if (child.children) {
        add(child.children, id)
        continue
      }
      const data = child.data ?? Buffer.alloc(0)
      const sectors = Math.ceil(Math.max(data.length, minStreamBytes) / sectorBytes)
      streams.push(Buffer.concat([data], sectors * sectorBytes))
      chainLengths.push(sectors)
      entry.writeUInt32LE(nextSector, 116)
      entry.writeUInt32LE(sectors * sectorBytes, 120)
      nextSector += sectors
    }
  }
  add(entries, 0)
  while (directory.length < directorySectors * 4) directory.push(directoryEntry('', 0))

  const fat = writeFat([directorySectors, ...chainLengths])
  const header = writeHeader()
  options.bendFat?.(fat)
  options.bendHeader?.(header)
  return Buffer.concat([header, fat, ...directory, ...streams])
}

function countEntries(entries: OleEntry[]): number {
  return entries.reduce((sum, entry) => sum + 1 + countEntries(entry.children ?? []), 0)
}

function writeFat(chainLengths: number[]): Buffer {
  const fat = Buffer.alloc(sectorBytes, 0xff)
  fat.writeUInt32LE(fatSector, 0)
  let sector = 1
  for (const length of chainLengths) {
    const last = sector + length - 1
    for (; sector < last; sector += 1) fat.writeUInt32LE(sector + 1, 4 * sector)
    fat.writeUInt32LE(endOfChain, 4 * last)
    sector = last + 1
  }
  return fat
}

function writeHeader(): Buffer {
  const header = Buffer.alloc(sectorBytes)
  header.write('d0cf11e0a1b11ae1', 0, 'hex')
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(minStreamBytes, 56)
  header.writeUInt32LE(endOfChain, 60)
  header.writeUInt32LE(endOfChain, 68)
  header.fill(0xff, 76)
  header.writeUInt32LE(0, 76)
  return header
}

function directoryEntry(name: string, type: 0 | 1 | 2 | 5): Buffer {
  const entry = Buffer.alloc(entryBytes)
  entry.write(name, 0, 62, 'utf16le')
  entry.writeUInt16LE(name === '' ? 0 : 2 * name.length + 2, 64)
  entry.writeUInt8(type, 66)
  entry.writeUInt8(1, 67)
  for (const at of [68, 72, 76]) entry.writeUInt32LE(freeSector, at)
  entry.writeUInt32LE(type === 5 ? endOfChain : 0, 116)
  return entry
}

// The following rearrange what `writeOle` makes of at most three entries: one sector of directory,
// right behind the table. The streams' contents are lost.

/** With sectors of 4,096 bytes. */
export function asVersion4(doc: Buffer): Buffer {
  const header = Buffer.concat([doc.subarray(0, 512)], 4096)
  header.writeUInt16LE(4, 26)
  header.writeUInt16LE(12, 30)
  const table = Buffer.alloc(4096, 0xff)
  table.writeUInt32LE(fatSector, 0)
  table.writeUInt32LE(endOfChain, 4)
  return Buffer.concat([header, table, Buffer.concat([doc.subarray(1024, 1536)], 4096)])
}

/** Moves the directory to sector 15,000, which the 118th table sector (201, listed by 200) is about. */
export function withFarDirectory(doc: Buffer): Buffer {
  const bytes = Buffer.alloc(sectorBytes * 15_002)
  doc.copy(bytes)
  bytes.writeUInt32LE(15_000, 48)
  bytes.writeUInt32LE(200, 68)
  doc.copy(bytes, sectorBytes * 15_001, 1024, 1536)
  bytes.writeUInt32LE(201, sectorBytes * 201 + 4 * (117 - 109))
  bytes.writeUInt32LE(endOfChain, sectorBytes * 202 + 4 * (15_000 % 128))
  return bytes
}

/** Follows the directory with empty sectors, all in one chain listed by the first 17 sectors. */
export function withLongDirectory(doc: Buffer, sectors: number): Buffer {
  const tableSectors = 17
  const bytes = Buffer.alloc(sectorBytes * (1 + tableSectors + sectors))
  doc.copy(bytes, 0, 0, 512)
  bytes.writeUInt32LE(tableSectors, 48)
  for (let sector = 0; sector < tableSectors; sector += 1) {
    bytes.writeUInt32LE(sector, 76 + 4 * sector)
  }
  for (let sector = tableSectors; sector < tableSectors + sectors; sector += 1) {
    const isLast = sector === tableSectors + sectors - 1
    bytes.writeUInt32LE(isLast ? endOfChain : sector + 1, 512 + 4 * sector)
  }
  doc.copy(bytes, sectorBytes * (1 + tableSectors), 1024, 1536)
  return bytes
}
