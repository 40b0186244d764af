import { Hand } from 'lucide-react'
import type { ReferredPerson } from '@shared/referred-people'
import { Badge } from '@/ui/badge'
import { StatusBadge } from '@/ui/status-badge'
import { openHolds } from './hold-texts'

/** The status of someone's application, and whether the reward for it is held. */
export function ReferralStatus({ person }: { person: ReferredPerson }) {
  const isHeld = openHolds(person).length > 0
  const isVoid = person.holds.some(({ outcome }) => outcome === 'voided')
  return (
    <span className="inline-flex gap-1.5 stacked:flex-wrap">
      {person.referred ? <StatusBadge status={person.referred.status} /> : <Badge>Deleted</Badge>}
      {isHeld ? (
        <Badge tone="warning" icon={<Hand aria-hidden="true" />}>
          On hold
        </Badge>
      ) : null}
      {isVoid ? <Badge tone="danger">Voided</Badge> : null}
    </span>
  )
}
