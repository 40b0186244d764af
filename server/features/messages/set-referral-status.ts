import type { MessageStatusChange } from '@shared/messages'
import type { Database } from '../../db/client'
import { referrals } from '../../db/schema/messages'
import { notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { getReferral, type ReferralRow } from './queries'
import { writeStatus } from './write-status'

export async function setReferralStatus(input: {
  db: Database
  referralId: number
  change: MessageStatusChange
  actorId: number
  ip: string | undefined
}): Promise<ReferralRow> {
  const { db, referralId, change, actorId, ip } = input
  return db.transaction(async (tx) => {
    if (await writeStatus(tx, referrals, referralId, change)) {
      await recordEvent(tx, {
        action: 'referral.status-changed',
        actorId,
        object: `referral:${referralId}`,
        ip,
        details: { status: change.status },
      })
    }
    const referral = await getReferral(tx, referralId)
    if (!referral) throw notFound()
    return referral
  })
}
