import type { QuarantineState } from '@shared/files'
import type { EventSource } from '../../ctx'
import type { Database } from '../../db/client'
import { unsupportedType } from '../../errors'
import type { VirusScanner } from '../../storage/virus-scanner'
import { recordEvent } from '../audit/record-event'
import type { NewContent } from './store-content'

/** The sender waits for it, and gets no answer until it is done. */
const scanMs = 15_000

export interface VirusCheck {
  db: Database
  /** Null: none is configured, and nothing is checked. */
  scanner: VirusScanner | null
  by: EventSource
  /** For the audit trail. */
  object?: string
}

/**
 * Asks the virus scanner about received content. Throws 415 for infected content; `waiting` while
 * the scanner does not answer, so that no one reads the content before it was checked.
 */
export async function scanForViruses(
  { db, scanner, by, object }: VirusCheck,
  { bytes, columns }: NewContent,
): Promise<QuarantineState | null> {
  if (!scanner) return null
  const result = await scanner.scan(bytes, scanMs)
  if (result === 'clean') return null
  if (result === 'unavailable') return 'waiting'
  const details = { signature: result.signature, sha256: columns.sha256 }
  await recordEvent(db, by, 'file.refused-infected', { ...(object && { object }), details })
  throw unsupportedType(
    'Our virus check found something harmful in this file. Please upload a clean copy.',
  )
}
