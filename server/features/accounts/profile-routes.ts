import type { Router } from 'express'
import type { Confirmation } from '@shared/errors'
import { acceptTermsRequest, confirmEmailRequest } from '@shared/profile-completion'
import { notFound } from '../../errors'
import type { Context } from '../../http/context'
import { getActor, getVisitor } from '../../http/actor'
import { currentUser, requireUser } from '../../http/guards'
import { createRouter } from '../../http/router'
import { withBody } from '../../http/validate'
import { acceptTerms } from './accept-terms'
import { confirmEmail } from './email-confirmation/confirm-email'
import { sendConfirmationLink } from './email-confirmation/send-confirmation-link'
import { getProfileCompletion } from './profile-completion'

/** What still has to be done before someone can be paid, and doing it. */
export function profileRoutes({ db, env, limits, sealer }: Context): Router {
  const mail = { env, sealer }
  const router = createRouter()

  router.get('/profile-completion', requireUser, async (req, res) => {
    const completion = await getProfileCompletion(db, env, currentUser(req).id)
    if (!completion) throw notFound()
    res.json(completion)
  })

  router.post('/email-confirmation', requireUser, async (req, res) => {
    await sendConfirmationLink({ db, mail, limits, by: getActor(req) })
    res.json({ message: 'We’ve sent you a link.' } satisfies Confirmation)
  })

  router.post(
    '/email-confirmation/confirm',
    limits.perIp('resetPerIp'),
    withBody(confirmEmailRequest, async ({ token }, req, res) => {
      await confirmEmail({ db, token, by: getVisitor(req) })
      res.json({ message: 'Your email is confirmed.' } satisfies Confirmation)
    }),
  )

  router.post(
    '/account/terms',
    requireUser,
    withBody(acceptTermsRequest, async (_accepted, req, res) => {
      await acceptTerms({ db, by: getActor(req) })
      res.json({ message: 'Thank you.' } satisfies Confirmation)
    }),
  )

  return router
}
