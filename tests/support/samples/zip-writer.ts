import { deflateRawSync, crc32 } from 'node:zlib'

export interface ZipEntry {
  name: string
  data?: string | Buffer
  /** What the headers say instead of the truth. */
  declaredBytes?: number
  declaredPackedBytes?: number
  declaredMethod?: number
  isEncrypted?: boolean
  extra?: Buffer
}

export interface ZipOptions {
  /** The entry count that the closing record states instead of the truth. */
  declaredEntries?: number
  comment?: Buffer
  /** The separator between the parts of a name; some programs write a backslash. */
  separator?: string
}

const utf8Names = 0x0800
const encrypted = 0x0001
const deflated = 8

/** A real ZIP archive, deflated, or one at a given place. */
export function writeZip(entries: ZipEntry[], options: ZipOptions = {}): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const data = Buffer.from(entry.data ?? '')
    const packed = deflateRawSync(data)
    const name = Buffer.from(entry.name.replaceAll('/', options.separator ?? '/'))
    const extra = entry.extra ?? Buffer.alloc(0)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(utf8Names | (entry.isEncrypted ? encrypted : 0), 2)
    common.writeUInt16LE(entry.declaredMethod ?? deflated, 4)
    common.writeUInt32LE(0x58210000, 6)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(entry.declaredPackedBytes ?? packed.length, 14)
    common.writeUInt32LE(entry.declaredBytes ?? data.length, 18)
    common.writeUInt16LE(name.length, 22)
    common.writeUInt16LE(extra.length, 24)

    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('504b01021400', 'hex'), common, place, name, extra)

    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, name, extra, packed])
    locals.push(local)
    offset += local.length
  }
  const listing = Buffer.concat(directory)
  const comment = options.comment ?? Buffer.alloc(0)
  const count = options.declaredEntries ?? entries.length
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(listing.length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...locals, listing, end, comment])
}
