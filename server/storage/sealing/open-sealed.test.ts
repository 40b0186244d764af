import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DamagedContentError, type FileStorage, type OpenedContent } from '../port'
import { createDiskStorage } from '../disk'
import { createSealedOpener } from './open-sealed'
import { sealInto } from './piece-streams'
import { pieceBytes, plainSize, sealedPieceBytes, type Binding } from './pieces'

const storageKey = `${'k'.repeat(43)}/one.pdf`
const otherKey = `${'k'.repeat(43)}/two.pdf`
const openSealed = createSealedOpener()
let folder: string
let storage: FileStorage

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-sealed-'))
  storage = await createDiskStorage({ uploadsDir: folder, backupDir: join(folder, 'backups') })
  await mkdir(dirname(join(folder, storageKey)))
})
afterAll(() => rm(folder, { recursive: true }))

const bind = (plain: Buffer, others: Partial<Binding> = {}): Binding => ({
  key: randomBytes(32),
  storageKey,
  size: plain.length,
  ...others,
})

async function seal(plain: Buffer, binding: Binding): Promise<Buffer> {
  const path = join(folder, 'staged')
  await writeFile(path, plain)
  const sealed = await storage.stageWritten((file) => sealInto(file, path, binding))
  const bytes = await readFile(sealed.path)
  expect(sealed.size).toBe(bytes.length)
  await storage.discard(sealed)
  return bytes
}

async function store(bytes: Buffer): Promise<OpenedContent> {
  await writeFile(join(folder, storageKey), bytes)
  const stored = await storage.open(storageKey)
  if (!stored) throw new Error('It is not there.')
  return stored
}

const openStored = async (sealed: Buffer, binding: Binding) =>
  openSealed(await store(sealed), binding)

/** Everything that was handed out before the reading ended, and how it ended. */
async function read(content: OpenedContent, range?: { start: number; end: number }) {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of content.stream(range)) chunks.push(chunk)
    return { bytes: Buffer.concat(chunks), error: null }
  } catch (error) {
    return { bytes: Buffer.concat(chunks), error }
  }
}

async function expectDamaged(sealed: Buffer, binding: Binding, plain: Buffer): Promise<void> {
  const content = await openStored(sealed, binding)
  await expect(content.checksum()).rejects.toThrow(DamagedContentError)
  const { bytes, error } = await read(content)
  expect(error).toBeInstanceOf(DamagedContentError)
  // Whole pieces before the damage, and nothing of the damaged one.
  expect(bytes.length % pieceBytes).toBe(0)
  expect(plain.subarray(0, bytes.length).equals(bytes)).toBe(true)
}

const threePieces = 2 * pieceBytes + 1000
/** More than is read at the same time. */
const manyPieces = 20 * pieceBytes + 1

describe('a sealed content', () => {
  it.each([0, 1, 15, 16, 17, pieceBytes - 1, pieceBytes, pieceBytes + 1, threePieces, manyPieces])(
    'of %i bytes opens to what it was',
    async (size) => {
      const plain = randomBytes(size)
      const binding = bind(plain)
      const content = await openStored(await seal(plain, binding), binding)
      expect(content.size).toBe(size)
      expect(await content.checksum()).toBe(createHash('sha256').update(plain).digest('hex'))
      expect((await content.bytes()).equals(plain)).toBe(true)
      const { bytes, error } = await read(content)
      expect([bytes.equals(plain), error]).toEqual([true, null])
    },
  )

  it('shows nothing of what is in it, and is another each time', async () => {
    const plain = Buffer.from('the marker '.repeat(20_000))
    const [one, other] = [await seal(plain, bind(plain)), await seal(plain, bind(plain))]
    expect(one.includes('marker')).toBe(false)
    expect(one.equals(other)).toBe(false)
    expect(plainSize(one.length)).toBe(plain.length)
  })

  it('is read in parts, and opens only their pieces', async () => {
    const plain = randomBytes(threePieces)
    const binding = bind(plain)
    // Damage in the first piece: what begins after it is still readable.
    const sealed = flipBit(await seal(plain, binding), 0)
    const last = threePieces - 1
    const ranges = [
      [pieceBytes, pieceBytes],
      [pieceBytes + 5, 2 * pieceBytes - 1],
      [2 * pieceBytes - 1, 2 * pieceBytes],
      [pieceBytes + 7, last],
      [last, last],
    ]
    for (const [start = 0, end = 0] of ranges) {
      const { bytes } = await read(await openStored(sealed, binding), { start, end })
      expect(bytes.equals(plain.subarray(start, end + 1)), `${start} to ${end}`).toBe(true)
    }
    const across = await read(await openStored(sealed, binding), { start: 5, end: pieceBytes })
    expect(across).toMatchObject({ bytes: Buffer.alloc(0), error: expect.any(DamagedContentError) })
  })

  it('is closed by a reader who turns away, before the first byte too', async () => {
    const plain = randomBytes(threePieces)
    const binding = bind(plain)
    const sealed = await seal(plain, binding)
    for (const bytes of [sealed, sealed.subarray(0, 5)]) {
      const stored = await store(bytes)
      openSealed(stored, binding).stream().destroy()
      await expect
        .poll(() =>
          stored.bytes().then(
            () => 'open',
            () => 'closed',
          ),
        )
        .toBe('closed')
    }
  })

  it('is not sealed at all when it has another size than was said', async () => {
    const plain = randomBytes(threePieces)
    for (const size of [threePieces - 1, threePieces + 1, pieceBytes, 5 * pieceBytes]) {
      await expect(seal(plain, bind(plain, { size }))).rejects.toThrow()
    }
  })
})

function flipBit(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes)
  changed.writeUInt8(changed.readUInt8(at) ^ (1 << (at % 8)), at)
  return changed
}

const piece = (sealed: Buffer, index: number) =>
  sealed.subarray(index * sealedPieceBytes, (index + 1) * sealedPieceBytes)

describe('it is damaged, and never handed out,', () => {
  it('with any one of its bytes changed', async () => {
    const plain = randomBytes(200)
    const binding = bind(plain)
    const sealed = await seal(plain, binding)
    for (let at = 0; at < sealed.length; at += 1) {
      await expectDamaged(flipBit(sealed, at), binding, plain)
    }
  })

  it.each<[string, (sealed: Buffer) => Buffer]>([
    ['a byte changed in its last piece', (all) => flipBit(all, all.length - 20)],
    ['pieces exchanged', (all) => Buffer.concat([piece(all, 1), piece(all, 0), piece(all, 2)])],
    ['a piece twice', (all) => Buffer.concat([piece(all, 0), piece(all, 0), piece(all, 2)])],
    ['a piece left out', (all) => Buffer.concat([piece(all, 0), piece(all, 2)])],
    ['its last piece cut off', (all) => all.subarray(0, 2 * sealedPieceBytes)],
    ['its last two pieces cut off', (all) => all.subarray(0, sealedPieceBytes)],
    ['its last byte cut off', (all) => all.subarray(0, -1)],
    ['a tag’s length cut off', (all) => all.subarray(0, -16)],
    ['half a tag left of a piece', (all) => all.subarray(0, 2 * sealedPieceBytes + 8)],
    ['nothing left', (all) => all.subarray(0, 0)],
    ['a byte added', (all) => Buffer.concat([all, Buffer.alloc(1)])],
    ['a tag’s length added', (all) => Buffer.concat([all, Buffer.alloc(16)])],
    ['a piece added', (all) => Buffer.concat([all, piece(all, 2)])],
  ])('with %s', async (_damage, damage) => {
    const plain = randomBytes(threePieces)
    const binding = bind(plain)
    await expectDamaged(damage(await seal(plain, binding)), binding, plain)
  })

  it('with a tag’s length added after whole pieces', async () => {
    const plain = randomBytes(2 * pieceBytes)
    const binding = bind(plain)
    const longer = Buffer.concat([await seal(plain, binding), Buffer.alloc(16)])
    await expectDamaged(longer, binding, plain)
  })

  it('under another key, under another storage key, and with the bytes of another content', async () => {
    const plain = randomBytes(threePieces)
    const binding = bind(plain)
    const sealed = await seal(plain, binding)
    await expectDamaged(sealed, { ...binding, key: randomBytes(32) }, plain)
    await expectDamaged(sealed, { ...binding, storageKey: otherKey }, plain)
    const another = await seal(randomBytes(threePieces), bind(plain))
    await expectDamaged(another, binding, plain)
    await expectDamaged(plain, binding, plain)
    const mixed = Buffer.concat([piece(sealed, 0), another.subarray(sealedPieceBytes)])
    await expectDamaged(mixed, binding, plain)
  })
})
