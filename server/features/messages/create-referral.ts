import type { ReferralRequest } from '@shared/messages'
import type { Database } from '../../db/client'
import { onlyRow } from '../../db/only-row'
import { referrals } from '../../db/schema/messages'
import type { Visitor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { notifySupport } from '../mail/notify-support'
import { defangName } from '../mail/defang-name'

/** Stores who refers whom. */
export async function createReferral(input: {
  db: Database
  mail: MailDeps
  form: ReferralRequest
  by: Visitor
}): Promise<void> {
  const { db, mail, form, by } = input
  const { name, email, phone, referralName, referralEmail, referralPhone } = form
  await db.transaction(async (tx) => {
    const created = onlyRow(
      await tx
        .insert(referrals)
        .values({ name, email, phone, referralName, referralEmail, referralPhone })
        .returning({ id: referrals.id }),
    )
    await recordEvent(tx, by, 'referral.received', { object: `referral:${created.id}` })
    await notifySupport(tx, mail, {
      text: `New referral: ${defangName(referralName)}, referred by ${defangName(name)}`,
      path: `/admin/messages?tab=referrals&open=${created.id}`,
    })
  })
}
