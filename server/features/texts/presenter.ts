import { pages } from '@shared/pages'
import type { ListedText, TextSettings } from '@shared/texts'
import type { Env } from '../../env'
import type { getTextSettings, TextRow } from './queries'

export function presentTextSettings(
  row: Awaited<ReturnType<typeof getTextSettings>>,
  { publicOrigin, brand }: Env,
): TextSettings {
  return {
    provider: row && { accountSid: row.accountSid, sender: row.sender },
    kinds: row?.kinds.filter((kind) => kind !== 'composed') ?? [],
    webhook: `${publicOrigin}/sms/incoming`,
    programName: brand.programName,
    link: `${publicOrigin}${pages.dashboard}`,
  }
}

export function presentText(row: TextRow): ListedText {
  const { id, recipient, kind, segments, status, lastError } = row
  return {
    id,
    person: { id: row.personId, name: row.personName },
    recipient,
    kind,
    segments,
    status,
    lastError,
    nextAttemptAt: status === 'queued' ? row.nextAttemptAt.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
  }
}
