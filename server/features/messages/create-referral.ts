import type { ReferralRequest } from '@shared/messages'
import { linkPath } from '@shared/referral-codes'
import type { Ctx, Visitor } from '../../ctx'
import type { Transaction } from '../../db/client'
import { referrals } from '../../db/schema/messages'
import { recordEvent } from '../audit/record-event'
import { notifySupport } from '../mail/notify-support'
import { defangName } from '../mail/plain-text'
import { sendLetter } from '../mail/send-letter'
import { ensureLink, makeUnownedLink, type UnownedLink } from '../referrals/make-link'
import { onlyRow } from '../../errors'

/** The sender's own link, or one that can be claimed with its token. */
type SenderLink = UnownedLink | { code: string; claim?: undefined }

/**
 * Stores a referral, and answers with the sender's link. Whether the sender's email has an account
 * makes no difference: a link is someone's own only when they are logged in.
 */
export async function createReferral(
  ctx: Ctx<Visitor>,
  form: ReferralRequest,
  /** `userId` is null for the administrator, too. `isMailed`: the sender's address may be written to. */
  { userId, isMailed }: { userId: number | null; isMailed: boolean },
): Promise<SenderLink> {
  const { name, email, phone, referralName, referralEmail, referralPhone } = form
  return ctx.tx(async (inTx) => {
    const { db: tx, env } = inTx
    const link = await findLink(tx, userId, form.claim)
    const linkCode = link.code
    const { id } = onlyRow(
      await tx
        .insert(referrals)
        .values({ name, email, phone, referralName, referralEmail, referralPhone, linkCode })
        .returning({ id: referrals.id }),
    )
    await recordEvent(inTx, 'referral.received', `referral:${id}`)
    await notifySupport(inTx, {
      text: `New referral: ${defangName(referralName)}, referred by ${defangName(name)}`,
      path: `/admin/messages?tab=referrals&open=${id}`,
    })
    if (link.claim && isMailed) {
      const sharedLink = `${env.publicOrigin}${linkPath(link.code)}`
      const values = { sharedLink, token: link.claim }
      await sendLetter(inTx, {
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
