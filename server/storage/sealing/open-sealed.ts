import { setImmediate as nextTurn } from 'node:timers/promises'
import { createChecksums } from '../checksums'
import { DamagedContentError, type OpenedContent } from '../port'
import { openStream, refuseStream } from './piece-streams'
import { openPiece, pieceBytes, plainSize, sealedPieceBytes, type Binding } from './pieces'

/** Opened in one go; other requests get their turn after these. */
const piecesAtOnce = 16

/** Shows a sealed content as what was sealed. */
export function createSealedOpener(): (
  stored: OpenedContent,
  secret: Pick<Binding, 'key' | 'storageKey'>,
) => OpenedContent {
  const withChecksums = createChecksums()

  return (stored, secret) => {
    const { fingerprint, changedAtMs } = stored
    const size = plainSize(stored.size)
    const binding = size === null ? null : { ...secret, size }
    return withChecksums({
      // Of what is no sealed content at all, the size only tells that it is another one.
      size: size ?? stored.size,
      fingerprint,
      changedAtMs,
      stream(range) {
        if (!binding) return refuseStream(stored.stream())
        const end = binding.size - 1
        const read = (sealed: { start: number; end: number }) =>
          stored.stream({ ...sealed, end: Math.min(sealed.end, stored.size - 1) })
        return openStream(read, binding, range ?? { start: 0, end })
      },
      async bytes() {
        if (!binding) throw new DamagedContentError()
        return openAll(await stored.bytes(), binding)
      },
      close: () => stored.close(),
    })
  }
}

/** Opens the pieces where they are, so that the content is in memory once. */
async function openAll(bytes: Buffer, binding: Binding): Promise<Buffer> {
  let length = 0
  let index = 0
  for (let at = 0; at < bytes.length; at += sealedPieceBytes) {
    const piece = openPiece(bytes.subarray(at, at + sealedPieceBytes), index, binding)
    length += piece.copy(bytes, index * pieceBytes)
    index += 1
    if (index % piecesAtOnce === 0) await nextTurn()
  }
  if (length !== binding.size) throw new DamagedContentError()
  return bytes.subarray(0, length)
}
