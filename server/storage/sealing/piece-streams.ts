import { open, type FileHandle } from 'node:fs/promises'
import { pipeline, Transform, type Readable } from 'node:stream'
import { DamagedContentError } from '../port'
import { readInto, writeAll } from '../disk-io'
import {
  countPieces,
  openPiece,
  pieceBytes,
  sealedPieceBytes,
  sealedSize,
  sealPiece,
  type Binding,
} from './pieces'

/**
 * Read together, and always into the same place: new buffers count as growth of V8's heap (ADR 16).
 */
const piecesAtOnce = 8

/** Writes the sealed content of the file at a path into another, and returns how many bytes it took. */
export async function sealInto(file: FileHandle, path: string, binding: Binding): Promise<number> {
  const { size } = binding
  const source = await open(path)
  try {
    const { size: found } = await source.stat()
    const atOnce = Math.min(piecesAtOnce, countPieces(size)) * pieceBytes
    const place = Buffer.allocUnsafeSlow(atOnce)
    for (let start = 0; start === 0 || start < size; start += atOnce) {
      const bytes = await readInto(place, source, start)
      if (found !== size || bytes.length !== Math.min(atOnce, size - start)) {
        throw new Error('The content is not as long as it was.')
      }
      await writeAll(file, sealPieces(bytes, start / pieceBytes, binding))
    }
  } finally {
    await source.close()
  }
  return sealedSize(size)
}

/** The pieces of these bytes, numbered from this one. Without a byte, there is one as well. */
function sealPieces(bytes: Buffer, first: number, binding: Binding): Buffer[] {
  return Array.from({ length: countPieces(bytes.length) }, (_, index) => {
    const piece = bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes)
    return sealPiece(piece, first + index, binding)
  }).flat()
}

/** The bytes from start to end, both included, of a content whose sealed bytes `read` gives. */
export function openStream(
  read: (range: { start: number; end: number }) => Readable,
  binding: Binding,
  { start, end }: { start: number; end: number },
): Readable {
  const first = Math.floor(start / pieceBytes)
  const last = Math.floor(Math.max(start, end) / pieceBytes)
  const turn = (sealed: Buffer, index: number) => {
    const piece = openPiece(sealed, index, binding)
    const at = index * pieceBytes
    return piece.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at))
  }
  const sealed = read({ start: first * sealedPieceBytes, end: (last + 1) * sealedPieceBytes - 1 })
  const pieces = new PieceStream({ pieceBytes: sealedPieceBytes, first, last, turn })
  return through(sealed, pieces)
}

/** Of what was never sealed, nothing is read. */
export function refuseStream(content: Readable): Readable {
  const pieces = { pieceBytes: sealedPieceBytes, first: 0, last: 0, turn: refuse }
  return through(content, new PieceStream(pieces))
}

function refuse(): never {
  throw new DamagedContentError()
}

/** Whichever of the two ends or fails ends the other too, and the reader gets the error. */
function through(source: Readable, pieces: Transform): Readable {
  return pipeline(source, pieces, () => undefined)
}

interface Pieces {
  pieceBytes: number
  /** Numbers of the pieces that come. */
  first: number
  last: number
  turn: (piece: Buffer, index: number) => Buffer
}

/** Cuts what flows through into pieces, where only the last may be shorter, and turns each into another. */
class PieceStream extends Transform {
  private rest: Buffer = Buffer.alloc(0)
  private index: number

  constructor(private readonly pieces: Pieces) {
    super()
    this.index = pieces.first
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.attempt(done, () => {
      const { pieceBytes: whole } = this.pieces
      let at = 0
      if (this.rest.length > 0) {
        at = whole - this.rest.length
        this.rest = Buffer.concat([this.rest, chunk.subarray(0, at)])
        if (this.rest.length < whole) return
        this.turnNext(this.rest)
      }
      for (; at + whole <= chunk.length; at += whole) this.turnNext(chunk.subarray(at, at + whole))
      this.rest = chunk.subarray(at)
    })
  }

  override _flush(done: (error?: Error) => void): void {
    this.attempt(done, () => {
      if (this.rest.length > 0 || this.index === this.pieces.first) this.turnNext(this.rest)
      if (this.index !== this.pieces.last + 1) throw new DamagedContentError()
    })
  }

  private turnNext(piece: Buffer): void {
    const turned = this.pieces.turn(piece, this.index)
    this.index += 1
    if (turned.length > 0) this.push(turned)
  }

  private attempt(done: (error?: Error) => void, work: () => void): void {
    try {
      work()
      done()
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }
}
