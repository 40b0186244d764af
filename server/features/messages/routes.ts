import type { Request, Router } from 'express'
import { messageRequest, receipt, referralReceipt, referralRequest } from '@shared/messages'
import { linkPath } from '@shared/referral-codes'
import { normalizeContact } from '../../db/normalize-contact'
import { getVisitor } from '../../http/guards'
import type { Context } from '../../http/context'
import { createVisitorRoutes } from '../../http/routes'
import { inventLink } from '../referrals/make-link'
import { createMessage, createReferral } from './manage-messages'

/** The public forms. A program that gives itself away is answered like a person, and not kept. */
export function messageRoutes(context: Context): Router {
  const { env, limits } = context
  const routes = createVisitorRoutes(context)
  const counted = <Result>(req: Request, work: () => Promise<Result>) =>
    limits.consumeUnlessRefused(req, ['formHour'], work)

  routes.post(
    '/messages',
    { body: messageRequest, out: receipt, status: 201 },
    async (ctx, { body: form, req }) => {
      await counted(req, async () => {
        if (looksAutomated(form)) noteAutomated(req)
        else await createMessage(ctx, form, req.user?.id ?? null)
      })
      return { message: 'Thank you. We have your message and will reply within 24 hours.' }
    },
  )

  routes.post(
    '/referrals',
    {
      about:
        'Nothing in the answer depends on whether an email has an account. By `claim` the link becomes its sender’s.',
      body: referralRequest,
      out: referralReceipt,
      status: 201,
    },
    async (ctx, { body: form, req }) => {
      const { code, claim } = await counted(req, async () => {
        if (looksAutomated(form)) {
          noteAutomated(req)
          return inventLink()
        }
        const userId = req.user && !req.user.isAdmin ? req.user.id : null
        // Anyone can give anyone's address, so no mailbox gets many of these mails.
        const isMailed =
          userId === null &&
          (await limits.allows('linkMailTo', await normalizeContact(ctx.db, form.email)))
        return createReferral(ctx, form, { userId, isMailed })
      })
      const link = `${env.publicOrigin}${linkPath(code)}`
      return { message: 'Thank you. We have your referral.', link, claim }
    },
  )

  return routes.router
}

function noteAutomated(req: Request): void {
  const { ip: address } = getVisitor(req)
  req.log.info({ check: 'hidden field', address }, 'form not kept')
}

/** Programs fill in the field that people cannot see; what they send is not kept. */
const looksAutomated = (form: { website?: string | undefined }): boolean => Boolean(form.website)
