import type { Router } from 'express'
import {
  confirmResetRequest,
  loginRequest,
  missingStep,
  passwordResetRequest,
  type AdminStatus,
} from '@shared/accounts'
import type { Confirmation } from '@shared/errors'
import type { MailAvailability } from '@shared/mail'
import type { Context } from '../../http/context'
import { unauthorized } from '../../errors'
import { getVisitor } from '../../http/actor'
import { currentUser, requireUser } from '../../http/guards'
import { evenBefore, getMissingStep } from '../../http/missing-step'
import { getCaller } from '../../http/caller'
import { createRouter } from '../../http/router'
import { withBody } from '../../http/validate'
import { isMailConfigured } from '../mail/find-sender'
import { confirmPasswordReset } from './confirm-password-reset'
import type { Passwords } from './passwords'
import { presentCurrentUser } from './presenter'
import { getAccount } from './queries'
import { recordLogout } from './record-logout'
import { requestPasswordReset } from './request-password-reset'

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

  const anyway = evenBefore(...missingStep.options)

  router.get('/user', anyway, requireUser, async (req, res) => {
    const account = await getAccount(db, currentUser(req).id)
    if (!account) throw unauthorized()
    res.json(presentCurrentUser(account, getMissingStep(account, env)))
  })

  router.get('/admin/status', anyway, requireUser, (req, res) => {
    res.json({ isAdmin: currentUser(req).isAdmin === 1 } satisfies AdminStatus)
  })

  return router
}
