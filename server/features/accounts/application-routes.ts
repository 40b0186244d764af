import type { Router } from 'express'
import { applyRequest, referrerRequest, registerRequest } from '@shared/accounts'
import type { Context } from '../../http/context'
import { forbidden } from '../../errors'
import { getActor, getVisitor } from '../../http/actor'
import { getCaller } from '../../http/caller'
import { getLimitKey } from '../../http/client-address'
import { requireUser } from '../../http/guards'
import { getMissingStep } from '../../http/missing-step'
import { createRouter } from '../../http/router'
import { withBody } from '../../http/validate'
import { readReferralCookie } from '../../http/referral-cookie'
import { applyAsPartner } from './apply-as-partner'
import type { Passwords } from './passwords'
import { presentCurrentUser } from './presenter'
import { registerAccount } from './register-account'
import { registerReferrer } from './register-referrer'

/** How people come to have an account, and to be an applicant. */
export function applicationRoutes(context: Context, passwords: Passwords): Router {
  const { db, env, sealer, limits, sessions } = context
  const mail = { env, sealer }
  const router = createRouter()

  router.post(
    '/register',
    withBody(registerRequest, async (registration, req, res) => {
      const from = { by: getVisitor(req), caller: getCaller(req) }
      passwords.checkRoom(from.caller)
      const deps = { db, passwords, sealer, limits, mail }
      const cookieCodes = readReferralCookie(req, env)
      const { account, claimed } = await limits.consumeIfRefused(req, ['registerRefused'], () =>
        limits.consumeUnlessRefused(req, ['registerHour', 'registerDay'], (keepCounted) =>
          registerAccount({
            ...deps,
            registration,
            cookieCodes,
            ...from,
            onHashing: keepCounted,
          }),
        ),
      )
      // The uploaded file is no longer unclaimed. A shared login was never counted.
      if (claimed === 'file') await limits.refund(['unclaimedDay', getLimitKey(req)])
      await sessions.start(req, account)
      res.status(201).json(presentCurrentUser(account, null))
    }),
  )

  router.post(
    '/referrers',
    withBody(referrerRequest, async (registration, req, res) => {
      const from = { by: getVisitor(req), caller: getCaller(req) }
      passwords.checkRoom(from.caller)
      const cookieCodes = readReferralCookie(req, env)
      const account = await limits.consumeIfRefused(
        req,
        ['registerRefused', 'referrerRefused'],
        () =>
          limits.consumeUnlessRefused(req, ['registerHour', 'registerDay'], (keepCounted) =>
            registerReferrer({
              db,
              passwords,
              mail,
              registration,
              cookieCodes,
              ...from,
              onHashing: keepCounted,
            }),
          ),
      )
      await sessions.start(req, account)
      res.status(201).json(presentCurrentUser(account, null))
    }),
  )

  router.post(
    '/apply',
    requireUser,
    withBody(applyRequest, async ({ uploadKey }, req, res) => {
      const by = getActor(req)
      if (by.isAdmin) throw forbidden('The administrator can’t apply.', 'partner')
      const sessionId = req.sessionID
      const { account, claimed } = await applyAsPartner({ db, mail, uploadKey, sessionId, by })
      if (claimed === 'file') await limits.refund(['unclaimedDay', getLimitKey(req)])
      res.json(presentCurrentUser(account, getMissingStep(account, env)))
    }),
  )

  return router
}
