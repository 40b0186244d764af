import type { FileKind } from '@shared/file-kinds'
import { describeForeign, headBytes } from '@shared/foreign-files'
import { isJpeg, startsLikeJpeg } from './detect-jpeg'
import { findDocProblem, startsLikeOle } from './detect-ole'
import { findPdfProblem, isMixedPdf, startsLikePdf } from './detect-pdf'
import { isPng, startsLikePng } from './detect-png'
import { findPackageProblem, startsLikeZip } from './detect-zip'
import { refusals } from './refusals'

export type Detected =
  | { kind: FileKind; problem: null }
  /** Names it and what to do, in words for the person who sent it; null when no one can tell. */
  | { kind: null; problem: string | null }

/**
 * Finds the kind of a file by its bytes alone. Each of our kinds has to be whole by its own structure, and
 * holds nothing that runs by itself. Reads within bounds that no declared size can widen.
 */
export async function detectKind(bytes: Buffer): Promise<Detected> {
  const head = bytes.subarray(0, headBytes)
  if (startsLikePng(head)) return as('png', isPng(bytes) ? null : refusals.cutPicture)
  if (startsLikeJpeg(head)) return as('jpeg', isJpeg(bytes) ? null : refusals.cutPicture)
  if (startsLikeOle(head)) return as('doc', findDocProblem(bytes))
  if (startsLikeZip(head)) return as('docx', await findPackageProblem(bytes))
  if (isMixedPdf(head)) return as('pdf', refusals.mixedPdf)
  if (startsLikePdf(head)) return as('pdf', await findPdfProblem(bytes))
  return { kind: null, problem: describeForeign(head) }
}

const as = (kind: FileKind, problem: string | null): Detected =>
  problem === null ? { kind, problem } : { kind: null, problem }
