import type { ReferralDesk } from '@shared/referral-desk'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { CopyButton } from '@/ui/copy-button'
import { LinkText } from './link-to-share'
import { describePolicy } from './referral-words'

/** Whether anything has come of someone's link, or of a referral before there were links. */
export const isInUse = ({ months, rewards }: ReferralDesk): boolean =>
  Object.values(rewards).some((cents) => cents !== 0) ||
  months.some(({ clicks, signedUp, approved }) => clicks + signedUp + approved > 0)

interface LinkCardProps {
  desk: ReferralDesk
  onOpen: () => void
}

/** The referral program in one card, for someone who has not used it yet. */
export function LinkCard({ desk: { link, canEarn, policy }, onOpen }: LinkCardProps) {
  return (
    <Card
      title="Refer Someone"
      description={
        canEarn
          ? `${describePolicy(policy)} Results are not guaranteed.`
          : 'Your referrals earn nothing while your application is not approved.'
      }
    >
      <div className="flex flex-wrap items-center gap-3">
        {canEarn ? (
          <p className="flex min-w-[min(100%,16rem)] flex-1 items-center gap-2 rounded-lg border bg-paper py-1 pr-1 pl-4 font-medium wrap-anywhere">
            <span className="min-w-0 flex-1 select-all">
              <LinkText link={link.url} />
            </span>
            <CopyButton text={link.url} label="Copy your referral link" />
          </p>
        ) : null}
        <Button variant="secondary" onClick={onOpen}>
          Open Referral Desk
        </Button>
      </div>
    </Card>
  )
}
