import type { OwnMatch } from '@shared/matches'
import { formatCents } from '@shared/money'
import { formatMonthDay } from '@/lib/format'
import { Fact, Facts } from '@/ui/facts'

/** The person that someone is asked to meet, and then has met: they decide by this. */
export function AboutOther({ other }: Pick<OwnMatch, 'other'>) {
  const { firstName, business, approvedAt } = other
  if (!business && !approvedAt) return null
  return (
    <div className="grid gap-3 rounded-lg bg-paper p-4 wrap-anywhere">
      {business ? <p className="max-w-measure">{business.summary}</p> : null}
      <Facts areProse>
        {business ? (
          <>
            <Fact name="Business">{business.name}</Fact>
            <Fact name="Looking for">
              <span className="figures">
                {formatCents(business.amountCents).replace('.00', '')}
              </span>
            </Fact>
            <Terms name="What you’d be paid" text={business.partnerPay} />
            <Terms name="What you’d sign" text={business.partnerSigns} />
          </>
        ) : null}
        {approvedAt ? (
          <>
            <Fact name="Credit Partner">{firstName}</Fact>
            <Fact name="Approved">
              <span className="whitespace-nowrap">{formatMonthDay(approvedAt)}</span>
            </Fact>
          </>
        ) : null}
      </Facts>
    </div>
  )
}

/** Only where it is known. */
const Terms = ({ name, text }: { name: string; text: string }) =>
  text ? (
    <Fact name={name}>
      <span className="whitespace-pre-line">{text}</span>
    </Fact>
  ) : null
