import type { Request, Router } from 'express'
import { Strategy } from 'passport-local'
import {
  applyRequest,
  confirmResetRequest,
  loginRequest,
  missingStep,
  passwordResetRequest,
  referrerRequest,
  registerRequest,
  type AdminStatus,
  type LoginRequest,
} from '@shared/accounts'
import type { Confirmation } from '@shared/errors'
import type { MailAvailability } from '@shared/mail'
import { forbidden, unauthorized } from '../../errors'
import { getActor, getVisitor } from '../../http/actor'
import { getCaller } from '../../http/caller'
import { getLimitKey } from '../../http/client-address'
import type { Context } from '../../http/context'
import { currentUser, requireUser } from '../../http/guards'
import { allowBeforeSetup, getMissingStep } from '../../http/missing-step'
import { readReferralCookie } from '../../http/referral-cookie'
import { createRouter } from '../../http/router'
import { withBody } from '../../http/validate'
import { isMailConfigured } from '../mail/find-sender'
import { applyAsPartner } from './apply-as-partner'
import { checkLogin, type LoginDeps } from './check-login'
import { confirmPasswordReset } from './confirm-password-reset'
import { recordLogout } from './end-sessions'
import type { Passwords } from './passwords'
import { presentCurrentUser } from './presenter'
import { getAccount } from './queries'
import { registerAccount } from './register-account'
import { registerReferrer } from './register-referrer'
import { requestPasswordReset } from './request-password-reset'

/** Lets Passport ask who logs in. The route has checked the body already. */
export const createLocalStrategy = (deps: LoginDeps): Strategy =>
  new Strategy(
    { usernameField: 'email', passReqToCallback: true },
    (req, email, password, done) => {
      const { code }: LoginRequest = req.body
      const from = getVisitor(req)
      checkLogin(deps, { email, password, code, from, caller: getCaller(req) }).then(
        (user) => done(null, user ?? false),
        done,
      )
    },
  )

/** How people come to have an account and to be an applicant, log in, and find out who they are. */
export function accountRoutes(context: Context, passwords: Passwords): Router {
  const { db, env, sealer, limits, sessions } = context
  const mail = { env, sealer }
  const router = createRouter()

  router.post(
    '/login',
    withBody(loginRequest, async (login, req, res) => {
      // Passport reads the request's body, so it gets the checked one.
      req.body = login
      const user = await sessions.authenticate(req, res)
      const account = user && (await getAccount(db, user.id))
      if (!user || !account)
        throw unauthorized('Invalid email or password. Please try again.', 'password')
      // With the version of the password that was verified, not of a newer one.
      await sessions.start(req, user)
      res.json(presentCurrentUser(account, getMissingStep(account, env)))
    }),
  )

  router.post('/logout', async (req, res) => {
    if (req.user) {
      await recordLogout(db, req.user, getVisitor(req))
    }
    await sessions.end(req, res)
    res.json({ message: 'Logged out successfully' } satisfies Confirmation)
  })

  router.get('/mail-status', async (_req, res) => {
    res.json({ configured: await isMailConfigured(db, env) } satisfies MailAvailability)
  })

  router.post(
    '/password-reset',
    limits.perIp('resetPerIp'),
    withBody(passwordResetRequest, async ({ email }, req, res) => {
      await limits.consume(['resetPerAccount', email.toLowerCase()])
      await requestPasswordReset({ db, env, email, by: getVisitor(req) })
      res.json({
        message: 'If this address has an account, we’ve sent a link to it.',
      } satisfies Confirmation)
    }),
  )

  router.post(
    '/password-reset/confirm',
    limits.perIp('resetPerIp'),
    withBody(confirmResetRequest, async (reset, req, res) => {
      const from = { by: getVisitor(req), caller: getCaller(req) }
      await confirmPasswordReset({ db, passwords, mail, reset, ...from })
      await sessions.end(req, res)
      res.json({ message: 'Your password was changed. Please log in.' } satisfies Confirmation)
    }),
  )

  const always = allowBeforeSetup(...missingStep.options)

  router.get('/user', always, requireUser, async (req, res) => {
    const account = await getAccount(db, currentUser(req).id)
    if (!account) throw unauthorized()
    res.json(presentCurrentUser(account, getMissingStep(account, env)))
  })

  router.get('/admin/status', always, requireUser, (req, res) => {
    res.json({ isAdmin: currentUser(req).isAdmin === 1 } satisfies AdminStatus)
  })

  /** The uploaded file is no longer unclaimed. A shared login was never counted. */
  const refundClaimed = async (req: Request, claimed: 'file' | 'credential') => {
    if (claimed === 'file') await limits.refund(['unclaimedDay', getLimitKey(req)])
  }

  router.post(
    '/register',
    withBody(registerRequest, async (registration, req, res) => {
      const from = { by: getVisitor(req), caller: getCaller(req) }
      passwords.checkRoom(from.caller)
      const cookieCodes = readReferralCookie(req, env)
      const deps = { db, passwords, sealer, limits, mail }
      const input = { ...deps, registration, cookieCodes, ...from }
      const { account, claimed } = await limits.consumeIfRefused(req, ['registerRefused'], () =>
        limits.consumeUnlessRefused(req, ['registerHour', 'registerDay'], (onHashing) =>
          registerAccount({ ...input, onHashing }),
        ),
      )
      await refundClaimed(req, claimed)
      await sessions.start(req, account)
      req.session.registeredAt = Date.now()
      res.status(201).json(presentCurrentUser(account, null))
    }),
  )

  router.post(
    '/referrers',
    withBody(referrerRequest, async (registration, req, res) => {
      const from = { by: getVisitor(req), caller: getCaller(req) }
      passwords.checkRoom(from.caller)
      const cookieCodes = readReferralCookie(req, env)
      const input = { db, passwords, mail, registration, cookieCodes, ...from }
      const refusals = ['registerRefused', 'referrerRefused'] as const
      const account = await limits.consumeIfRefused(req, refusals, () =>
        limits.consumeUnlessRefused(req, ['registerHour', 'registerDay'], (onHashing) =>
          registerReferrer({ ...input, onHashing }),
        ),
      )
      await sessions.start(req, account)
      req.session.registeredAt = Date.now()
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
      await refundClaimed(req, claimed)
      res.json(presentCurrentUser(account, getMissingStep(account, env)))
    }),
  )

  return router
}
