import { formatCents } from '@shared/money'
import type { ReferredPerson } from '@shared/referred-people'
import { formatDateTime } from '@/lib/format'
import { Dialog } from '@/ui/dialog'
import { EmailText } from '@/ui/email-text'
import { Fact, Facts } from '@/ui/facts'
import { Notice } from '@/ui/notice'
import { UserLink } from '@/ui/user-link'
import { Holds } from './holds'
import { sourceTexts } from './hold-texts'
import { ReferralStatus } from './referral-status'

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
