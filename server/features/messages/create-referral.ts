import type { ReferralRequest } from '@shared/messages'
import { linkPath } from '@shared/referral-codes'
import type { Visitor } from '../../ctx'
import type { Database, Transaction } from '../../db/client'
import { onlyRow } from '../../db/only-row'
import { referrals } from '../../db/schema/messages'
import { recordEvent } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { notifySupport } from '../mail/notify-support'
import { defangName } from '../mail/plain-text'
import { sendLetter } from '../mail/send-letter'
import { ensureLink, makeUnownedLink, type UnownedLink } from '../referrals/make-link'

/** The sender's own link, or one that can be claimed with its token. */
type SenderLink = UnownedLink | { code: string; claim?: undefined }

/**
 * Stores a referral, and answers with the sender's link. Whether the sender's email has an account
 * makes no difference: a link is someone's own only when they are logged in.
 */
export async function createReferral(input: {
  db: Database
  mail: MailDeps
  form: ReferralRequest
  /** Who is logged in while sending it; null for the administrator, too. */
  userId: number | null
  /** Whether the sender's address may be written to. */
  isMailed: boolean
  by: Visitor
}): Promise<SenderLink> {
  const { db, mail, form, userId, isMailed, by } = input
  const { name, email, phone, referralName, referralEmail, referralPhone } = form
  return db.transaction(async (tx) => {
    const link = await findLink(tx, userId, form.claim)
    const linkCode = link.code
    const created = onlyRow(
      await tx
        .insert(referrals)
        .values({ name, email, phone, referralName, referralEmail, referralPhone, linkCode })
        .returning({ id: referrals.id }),
    )
    await recordEvent(tx, by, 'referral.received', { object: `referral:${created.id}` })
    await notifySupport(tx, mail, {
      text: `New referral: ${defangName(referralName)}, referred by ${defangName(name)}`,
      path: `/admin/messages?tab=referrals&open=${created.id}`,
    })
    if (link.claim && isMailed) {
      const sharedLink = `${mail.env.publicOrigin}${linkPath(link.code)}`
      const values = { sharedLink, token: link.claim }
      await sendLetter(tx, mail, {
        letter: 'referral-link',
        to: { firstName: name, email },
        values,
      })
    }
    return link
  })
}

const findLink = async (
  tx: Transaction,
  userId: number | null,
  claim?: string,
): Promise<SenderLink> =>
  userId === null ? makeUnownedLink(tx, claim) : { code: await ensureLink(tx, userId) }
