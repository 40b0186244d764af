import { z } from '@shared/zod'
import type { Sealer } from '../../db/sealing'
import { linkMinutes, sealedContent } from './queue-mail'

const content = z.object({ text: z.string() })

/** The text of a mail for the person it was for; null when it is gone, cannot be opened, or holds a secret. */
export function openMailText(
  sealer: Sealer,
  mail: { id: number; kind: string; sealedContent: string | null },
): string | null {
  if (mail.sealedContent === null || linkMinutes.has(mail.kind)) return null
  try {
    return content.parse(JSON.parse(sealer.open(mail.sealedContent, sealedContent(mail.id)))).text
  } catch {
    return null
  }
}
