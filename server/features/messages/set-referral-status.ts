import type { MessageStatusChange } from '@shared/messages'
import type { Database } from '../../db/client'
import { referrals } from '../../db/schema/messages'
import { notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import { getReferral, type ReferralRow } from './queries'
import { writeStatus } from './write-status'

export async function setReferralStatus(input: {
  db: Database
  referralId: number
  change: MessageStatusChange
  by: Actor
}): Promise<ReferralRow> {
  const { db, referralId, change, by } = input
  return db.transaction(async (tx) => {
    if (await writeStatus(tx, referrals, referralId, change)) {
      await recordEvent(tx, by, 'referral.status-changed', {
        object: `referral:${referralId}`,
        details: { status: change.status },
      })
    }
    const referral = await getReferral(tx, referralId)
    if (!referral) throw notFound()
    return referral
  })
}
