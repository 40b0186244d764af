import { useState } from 'react'
import { Hand } from 'lucide-react'
import { formatCents } from '@shared/money'
import type { ListedHold, ReferredPerson } from '@shared/referred-people'
import { holdSettlement, type HoldSettlement } from '@shared/rewards'
import { formatDate, formatDateTime } from '@/lib/format'
import { Dialog } from '@/ui/dialog'
import { EmailText } from '@/ui/email-text'
import { UserLink } from '@/ui/text'
import { Fact, Facts } from '@/ui/facts'
import { Notice } from '@/ui/notice'
import { Button } from '@/ui/button'
import { useSubmitForm } from '@/lib/form'
import { post } from '@/lib/http'
import { everyAdminPage } from '@/lib/use-send'
import { TextareaField } from '@/ui/form-fields'
import { InlineForm } from '@/ui/form'
import { Badge, StatusBadge } from '@/ui/badge'
import { holdTexts, openHolds, sourceTexts } from './hold-texts'

/** Someone who was referred, beside the list. Null: there is none with the id in the address. */
export function ReferredPersonPanel(props: { person: ReferredPerson | null; onClose: () => void }) {
  const { person, onClose } = props
  if (!person) {
    return (
      <Dialog open onClose={onClose} size="panel" title="Not Found">
        <Notice tone="danger" title="We couldn’t load this referral" />
      </Dialog>
    )
  }
  const { referred, referrer, source, code, signedUpAt, holds, rewardCents } = person
  return (
    <Dialog
      open
      onClose={onClose}
      size="panel"
      shown={String(person.id)}
      title={<bdi className="wrap-anywhere">{referred?.name ?? 'Deleted account'}</bdi>}
    >
      <div className="grid gap-6">
        {holds.length > 0 ? <Holds holds={holds} /> : null}
        <Facts>
          <Fact name="Status">
            <ReferralStatus person={person} />
          </Fact>
          <Fact name="Person">
            <UserLink user={referred} without="Deleted account" />
            {referred ? (
              <p className="text-sm text-muted">
                <EmailText email={referred.email} />
              </p>
            ) : null}
          </Fact>
          <Fact name="Referred by">
            <UserLink user={referrer} without="No one" />
            {referrer ? (
              <p className="text-sm text-muted">
                <EmailText email={referrer.email} />
              </p>
            ) : null}
          </Fact>
          <Fact name="Source">
            <span>{sourceTexts[source]}</span>
            {code ? <span className="figures"> {code}</span> : null}
          </Fact>
          <Fact name="Signed up">{formatDateTime(signedUpAt)}</Fact>
          <Fact name="Reward">
            <span className="figures">{formatCents(rewardCents)}</span>
          </Fact>
        </Facts>
      </div>
    </Dialog>
  )
}

function Holds({ holds }: { holds: readonly ListedHold[] }) {
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

const noteForm = holdSettlement.pick({ note: true })

const words = {
  released: {
    label: 'Why are you releasing it?',
    submit: 'Release the Reward',
    done: 'Hold released',
  },
  voided: { label: 'Why are you voiding it?', submit: 'Void the Reward', done: 'Reward voided' },
}

interface SettleHoldFormProps {
  holdId: number
  outcome: HoldSettlement['outcome']
  onDone: () => void
}

function SettleHoldForm({ holdId, outcome, onDone }: SettleHoldFormProps) {
  const { label, submit, done } = words[outcome]
  const submission = useSubmitForm({
    schema: noteForm,
    defaultValues: { note: '' },
    kept: { name: `hold-${outcome}`, of: holdId },
    send: ({ note }) => post(`/api/admin/reward-holds/${holdId}/settle`, { outcome, note }),
    refreshes: everyAdminPage,
    done,
    failure: 'The hold was not settled',
    onDone,
  })

  return (
    <InlineForm
      {...submission}
      label={label}
      className="mt-3"
      submitLabel={submit}
      isDanger={outcome === 'voided'}
      onCancel={onDone}
    >
      <TextareaField {...submission.field('note')} label={label} rows={3} />
    </InlineForm>
  )
}

export function ReferralStatus({ person }: { person: ReferredPerson }) {
  const isHeld = openHolds(person).length > 0
  const isVoid = person.holds.some(({ outcome }) => outcome === 'voided')
  return (
    <span className="inline-flex gap-1.5 stacked:flex-wrap">
      {person.referred ? <StatusBadge status={person.referred.status} /> : <Badge>Deleted</Badge>}
      {isHeld ? (
        <Badge tone="warning" icon={Hand}>
          On hold
        </Badge>
      ) : null}
      {isVoid ? <Badge tone="danger">Voided</Badge> : null}
    </span>
  )
}
