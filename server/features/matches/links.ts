import { openOrNull, type Sealer } from '../../db/sealing'
import { hashToken, newToken } from '../../tokens'
import { sealedMatchToken, type MatchRow } from './queries'

/** A new link for the entrepreneur: its token, and the columns that hold it. */
export function newLink(sealer: Sealer, matchId: number) {
  const token = newToken()
  const sealedToken = sealer.seal(token, sealedMatchToken(matchId))
  return { token, columns: { tokenHash: hashToken(token), sealedToken } }
}

/** The token of the entrepreneur's link; null when it was removed, or its key is gone. */
export function openToken(
  sealer: Sealer,
  { id, sealedToken }: Pick<MatchRow, 'id' | 'sealedToken'>,
): string | null {
  return sealedToken && openOrNull(() => sealer.open(sealedToken, sealedMatchToken(id)))
}
