import type { QuarantineState } from '@shared/files'
import type { Ctx, EventSource } from '../../ctx'
import { unsupportedType } from '../../errors'
import type { VirusScanner } from '../../storage/virus-scanner'
import { recordEvent } from '../audit/record-event'
import type { NewContent } from './store-content'

/** The sender waits for it, and gets no answer until it is done. */
const scanMs = 15_000
/** A scanner that left the last upload without an answer holds up the next ones no longer than that. */
const scanAgainMs = 1_000
const silent = new WeakSet<VirusScanner>()

/**
 * Asks the virus scanner about received content. Throws 415 for infected content; `waiting` while
 * the scanner does not answer, so that no one reads the content before it was checked. `object` is for the audit trail.
 */
export async function scanForViruses(
  ctx: Ctx<EventSource>,
  { bytes, columns }: NewContent,
  object?: string,
): Promise<QuarantineState | null> {
  const { scanner } = ctx
  if (!scanner) return null
  const result = await scanner.scan(bytes, silent.has(scanner) ? scanAgainMs : scanMs)
  if (result === 'unavailable') silent.add(scanner)
  else silent.delete(scanner)
  if (result === 'clean') return null
  if (result === 'unavailable') return 'waiting'
  const details = { signature: result.signature, sha256: columns.sha256 }
  await recordEvent(ctx, 'file.refused-infected', object, details)
  throw unsupportedType(
    'Our virus check found something harmful in this file. Please upload a clean copy.',
  )
}
