import { Router } from 'express'
import { loginRequest, registerRequest, type AdminStatus } from '@shared/accounts'
import type { Confirmation } from '@shared/errors'
import type { Context } from '../../http/context'
import { unauthorized } from '../../http/errors'
import { currentUser, requireUser } from '../../http/guards'
import { withBody } from '../../http/validate'
import { recordEvent } from '../audit/record-event'
import type { Passwords } from './passwords'
import { presentCurrentUser } from './presenter'
import { getAccount } from './queries'
import { registerAccount } from './register-account'

export function accountRoutes(context: Context, passwords: Passwords): Router {
  const { db, limits, sessions } = context
  const router = Router()

  router.post(
    '/register',
    limits.perIpWhenCreated('registerHour', 'registerDay'),
    withBody(registerRequest, async (registration, req, res) => {
      const account = await registerAccount({ db, passwords, registration, ip: req.ip })
      await sessions.start(req, account)
      res.status(201).json(presentCurrentUser(account))
    }),
  )

  router.post(
    '/login',
    withBody(loginRequest, async (login, req, res) => {
      // Passport reads the request's body, so it gets the checked one.
      req.body = login
      const user = await sessions.authenticate(req, res)
      const account = user && (await getAccount(db, user.id))
      if (!account) throw unauthorized('Invalid email or password. Please try again.')
      await sessions.start(req, account)
      res.json(presentCurrentUser(account))
    }),
  )

  router.post('/logout', async (req, res) => {
    if (req.user) {
      await recordEvent(db, { action: 'account.logged-out', actorId: req.user.id, ip: req.ip })
    }
    await sessions.end(req, res)
    res.json({ message: 'Logged out successfully' } satisfies Confirmation)
  })

  router.get('/user', requireUser, async (req, res) => {
    const account = await getAccount(db, currentUser(req).id)
    if (!account) throw unauthorized()
    res.json(presentCurrentUser(account))
  })

  router.get('/admin/status', requireUser, (req, res) => {
    res.json({ isAdmin: currentUser(req).isAdmin === 1 } satisfies AdminStatus)
  })

  return router
}
