import type { LinkedMailKind, MailChoice } from '@shared/mail-choices'
import { pathQuery } from '@/lib/query-client'

const ownPath = '/api/mail-choices'

export const mailKindNames: Record<LinkedMailKind, string> = {
  'referral-signed-up': 'When someone signs up through your link',
  'referral-approved': 'When one of your referrals is approved',
  payout: 'When a payout is sent',
  email: 'Other emails from our team, such as news and offers',
}

export const mailChoicesQuery = pathQuery<MailChoice[]>(ownPath)
