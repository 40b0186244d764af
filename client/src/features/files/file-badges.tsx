import { ShieldAlert, ShieldQuestion, UserX } from 'lucide-react'
import type { CreditFile } from '@shared/files'
import { Badge } from '@/ui/badge'

export function QuarantineBadge({ file }: { file: Pick<CreditFile, 'quarantine'> }) {
  if (!file.quarantine) return null
  return file.quarantine === 'waiting' ? (
    <Badge tone="warning" icon={ShieldQuestion}>
      Waiting for virus check
    </Badge>
  ) : (
    <Badge tone="danger" icon={ShieldAlert}>
      Virus found, removed
    </Badge>
  )
}

export function NoAccountBadge({ onRed = false }: { onRed?: boolean }) {
  return (
    <Badge tone="danger" icon={UserX} className={onRed ? 'bg-white!' : undefined}>
      No User Account
    </Badge>
  )
}
