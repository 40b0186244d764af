import { pipeline, Transform, type Readable } from 'node:stream'
import { DamagedContentError } from '../damaged-content-error'
import {
  countPieces,
  openPiece,
  pieceBytes,
  sealedPieceBytes,
  sealPiece,
  type Binding,
} from './pieces'

/** Seals a content on its way. */
export function sealStream(content: Readable, binding: Binding): Readable {
  const last = countPieces(binding.size) - 1
  const seal = (piece: Buffer, index: number) => {
    const expected = index < last ? pieceBytes : binding.size - last * pieceBytes
    if (piece.length !== expected) throw new Error('The content is not as long as it was.')
    return sealPiece(piece, index, binding)
  }
  return through(content, new PieceStream({ pieceBytes, first: 0, last, turn: seal }))
}

/** The bytes from start to end, both included, of a content whose sealed bytes `read` gives. */
export function openStream(
  read: (range: { start: number; end: number }) => Readable,
  binding: Binding,
  { start, end }: { start: number; end: number },
): Readable {
  const first = Math.floor(start / pieceBytes)
  const last = Math.floor(Math.max(start, end) / pieceBytes)
  const open = (sealed: Buffer, index: number) => {
    const piece = openPiece(sealed, index, binding)
    const at = index * pieceBytes
    return piece.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at))
  }
  const sealed = read({ start: first * sealedPieceBytes, end: (last + 1) * sealedPieceBytes - 1 })
  const pieces = new PieceStream({ pieceBytes: sealedPieceBytes, first, last, turn: open })
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

/** Whichever of the two ends or fails takes the other with it; who reads hears of it. */
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

/** Cuts what flows through into pieces, of which only the last may be shorter, and turns each into another. */
class PieceStream extends Transform {
  private rest: Buffer = Buffer.alloc(0)
  private index: number

  constructor(private readonly pieces: Pieces) {
    super()
    this.index = pieces.first
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.attempt(done, () => {
      let bytes = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk
      const turned: Buffer[] = []
      while (bytes.length >= this.pieces.pieceBytes) {
        turned.push(this.turnNext(bytes.subarray(0, this.pieces.pieceBytes)))
        bytes = bytes.subarray(this.pieces.pieceBytes)
      }
      this.rest = bytes
      // At once: each push is a step of its own for whoever reads.
      this.pass(turned)
    })
  }

  override _flush(done: (error?: Error) => void): void {
    this.attempt(done, () => {
      if (this.rest.length > 0 || this.index === this.pieces.first)
        this.pass([this.turnNext(this.rest)])
      if (this.index !== this.pieces.last + 1) throw new DamagedContentError()
    })
  }

  private turnNext(piece: Buffer): Buffer {
    const turned = this.pieces.turn(piece, this.index)
    this.index += 1
    return turned
  }

  private pass(turned: Buffer[]): void {
    const bytes = Buffer.concat(turned)
    if (bytes.length > 0) this.push(bytes)
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
