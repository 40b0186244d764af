import type { Request, Router } from 'express'
import {
  messageRequest,
  referralRequest,
  type Receipt,
  type ReferralReceipt,
} from '@shared/messages'
import { linkPath } from '@shared/referral-codes'
import { normalizeContact } from '../../db/normalize-contact'
import type { Context } from '../../http/context'
import { getVisitor } from '../../http/actor'
import { createRouter } from '../../http/router'
import { withBody } from '../../http/validate'
import { inventLink } from '../referrals/make-link'
import { createMessage } from './create-message'
import { createReferral } from './create-referral'

/** The public forms. A program that gives itself away is answered like a person, and not kept. */
export function messageRoutes(context: Context): Router {
  const { db, env, sealer, limits } = context
  const mail = { env, sealer }
  const router = createRouter()

  router.post(
    '/messages',
    withBody(messageRequest, async (form, req, res) => {
      await limits.consumeUnlessRefused(req, ['formHour'], async () => {
        if (looksAutomated(form)) {
          noteAutomated(req)
          return
        }
        await createMessage({ db, mail, form, userId: req.user?.id ?? null, by: getVisitor(req) })
      })
      res.status(201).json({
        message: 'Thank you. We have your message and will reply within 24 hours.',
      } satisfies Receipt)
    }),
  )

  router.post(
    '/referrals',
    withBody(referralRequest, async (form, req, res) => {
      const { code, claim } = await limits.consumeUnlessRefused(req, ['formHour'], async () => {
        if (looksAutomated(form)) {
          noteAutomated(req)
          return inventLink()
        }
        const userId = req.user && !req.user.isAdmin ? req.user.id : null
        // Anyone can give anyone's address, so no mailbox gets many of these mails.
        const isMailed =
          userId === null &&
          (await limits.allows('linkMailTo', await normalizeContact(db, form.email)))
        return createReferral({ db, mail, form, userId, isMailed, by: getVisitor(req) })
      })
      res.status(201).json({
        message: 'Thank you. We have your referral.',
        link: `${env.publicOrigin}${linkPath(code)}`,
        ...(claim && { claim }),
      } satisfies ReferralReceipt)
    }),
  )

  return router
}

function noteAutomated(req: Request): void {
  const { ip: address } = getVisitor(req)
  req.log.info({ check: 'hidden field', address }, 'form not kept')
}

/** Programs fill in the field that people cannot see; what they send is not kept. */
const looksAutomated = (form: { website?: string | undefined }): boolean => Boolean(form.website)
