import { ShieldAlert, ShieldQuestion } from 'lucide-react'
import type { CreditFile } from '@shared/files'
import { Badge } from '@/ui/badge'

/** Says why a document cannot be read; nothing for the others. */
export function QuarantineBadge({ file }: { file: Pick<CreditFile, 'quarantine'> }) {
  if (!file.quarantine) return null
  return file.quarantine === 'waiting' ? (
    <Badge tone="warning" icon={<ShieldQuestion aria-hidden="true" />}>
      Waiting for virus check
    </Badge>
  ) : (
    <Badge tone="danger" icon={<ShieldAlert aria-hidden="true" />}>
      Virus found, removed
    </Badge>
  )
}
