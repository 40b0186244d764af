import { useQuery } from '@tanstack/react-query'
import { formatCents } from '@shared/money'
import { formatDay } from '@/lib/format'
import { Notice } from '@/ui/notice'
import { deskQuery } from './desk-api'

/** Before someone closes the account: what would not be paid any more. Nothing where nothing is owed. */
export function OwedNotice() {
  const { data: desk } = useQuery(deskQuery)
  if (!desk) return null
  const { rewards, next } = desk
  const owedCents = rewards.payableCents + rewards.payingCents
  if (owedCents <= 0) return null
  return (
    <Notice
      tone="warning"
      className="mb-5"
      title={`We still owe you ${formatCents(owedCents)} for your referrals`}
    >
      We don’t pay closed accounts.{' '}
      {next
        ? `If you want to be paid, wait for your next payout on ${formatDay(next.day)}.`
        : 'If you want to be paid, wait for your payout before you close yours.'}
    </Notice>
  )
}
