import { useState } from 'react'
import type { ListedHold } from '@shared/referred-people'
import { formatDate } from '@/lib/format'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { holdTexts } from './hold-texts'
import { SettleHoldForm } from './settle-hold-form'

/** What keeps a reward back, each with the way to release or void it, and what was settled. */
export function Holds({ holds }: { holds: readonly ListedHold[] }) {
  return (
    <ul aria-label="Holds" className="grid gap-3">
      {holds.map((hold) => (
        <li key={hold.id}>
          {hold.outcome === null ? <OpenHold hold={hold} /> : <Settled hold={hold} />}
        </li>
      ))}
    </ul>
  )
}

function OpenHold({ hold }: { hold: ListedHold }) {
  const [outcome, setOutcome] = useState<'released' | 'voided' | null>(null)
  return (
    <Notice
      tone="warning"
      title={holdTexts[hold.reason]}
      actions={
        outcome ? null : (
          <>
            <Button size="sm" variant="secondary" onClick={() => setOutcome('released')}>
              Release
            </Button>
            <Button size="sm" variant="secondary" onClick={() => setOutcome('voided')}>
              Void
            </Button>
          </>
        )
      }
    >
      <p className="text-sm">On hold since {formatDate(hold.at)}.</p>
      {outcome ? (
        <SettleHoldForm
          key={outcome}
          holdId={hold.id}
          outcome={outcome}
          onDone={() => setOutcome(null)}
        />
      ) : null}
    </Notice>
  )
}

function Settled({ hold: { reason, outcome, note } }: { hold: ListedHold }) {
  return (
    <p className="text-sm wrap-anywhere text-muted">
      {outcome === 'released' ? 'Released' : 'Voided'}: {holdTexts[reason]}
      {note ? ` (${note})` : ''}
    </p>
  )
}
