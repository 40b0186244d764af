import type { Request, Router } from 'express'
import {
  confirmSecondFactorRequest,
  optionalReauthentication,
  reauthenticateRequest,
  reauthentication,
  type OptionalReauthentication,
  type RecoveryCodes,
  type SecondFactorSetup,
  type SecondFactorState,
} from '@shared/accounts'
import type { Confirmation } from '@shared/errors'
import type { Context } from '../../http/context'
import { forbidden } from '../../errors'
import { getActor } from '../../http/actor'
import { addToConfirmation, currentUser, getProof, requireUser } from '../../http/guards'
import { getCaller } from '../../http/caller'
import { createRouter } from '../../http/router'
import type { SessionUser } from '../../http/session'
import { pathId, withBody } from '../../http/validate'
import type { Passwords } from './passwords'
import { reauthenticateForMinutes, requireProof } from './reauthenticate'
import { countRecoveryCodes, hasSecondFactor } from './queries'
import { removeLostSecondFactor } from './remove-lost-second-factor'
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
} from './set-up-second-factor'

const cannotBeOff = 'This portal requires two-step login. It cannot be turned off.'

/**
 * Proving again who one is, and two-step login. Mounted on /api, and on /api/admin as well, where these
 * calls were when only the administrator had them.
 */
export function secondFactorRoutes(context: Context, passwords: Passwords): Router {
  const { db, env, limits, sealer, sessions } = context
  const mail = { env, sealer }
  const router = createRouter()

  const deps = { db, passwords, limits, sealer }
  const isRequiredOf = (user: SessionUser) => user.isAdmin === 1 && env.secondFactorIsRequired
  const confirmIdentity = (req: Request, typed: OptionalReauthentication) =>
    requireProof(deps, getActor(req), getProof(req, typed))

  router.post(
    '/reauthenticate',
    requireUser,
    withBody(reauthenticateRequest, async ({ password, code }, req, res) => {
      const attempt = { password, code, by: getActor(req), caller: getCaller(req) }
      await reauthenticateForMinutes(deps, attempt)
      addToConfirmation(req, { at: Date.now() })
      await sessions.renew(req, currentUser(req))
      res.json({ message: 'Thank you. You can continue.' } satisfies Confirmation)
    }),
  )

  router.use('/second-factor', requireUser)

  router.get('/second-factor', async (req, res) => {
    const user = currentUser(req)
    const { id } = user
    const isOn = await hasSecondFactor(db, id)
    const recoveryCodesLeft = await countRecoveryCodes(db, id)
    const isRequired = isRequiredOf(user)
    res.json({ isOn, isRequired, recoveryCodesLeft } satisfies SecondFactorState)
  })

  router.post(
    '/second-factor',
    withBody(optionalReauthentication, async (typed, req, res) => {
      await confirmIdentity(req, typed)
      const setup = await beginSecondFactor({ db, mail, by: getActor(req) })
      await sessions.renew(req, currentUser(req))
      res.status(201).json(setup satisfies SecondFactorSetup)
    }),
  )

  router.post(
    '/second-factor/confirm',
    withBody(confirmSecondFactorRequest, async ({ code }, req, res) => {
      const codes = await confirmSecondFactor({ db, limits, mail, code, ...getOwner(req) })
      await sessions.renew(req, { ...currentUser(req), hasSecondFactor: true })
      res.json({ recoveryCodes: codes } satisfies RecoveryCodes)
    }),
  )

  router.post(
    '/second-factor/recovery-codes',
    withBody(optionalReauthentication, async (typed, req, res) => {
      await confirmIdentity(req, typed)
      const codes = await replaceRecoveryCodes({ db, mail, ...getOwner(req) })
      await sessions.renew(req, currentUser(req))
      res.json({ recoveryCodes: codes } satisfies RecoveryCodes)
    }),
  )

  router.post(
    '/second-factor/remove',
    withBody(optionalReauthentication, async (typed, req, res) => {
      if (isRequiredOf(currentUser(req))) throw forbidden(cannotBeOff, 'required second factor')
      await confirmIdentity(req, typed)
      await removeSecondFactor({ db, mail, ...getOwner(req) })
      await sessions.renew(req, currentUser(req))
      res.json({ message: 'Two-step login is off.' } satisfies Confirmation)
    }),
  )

  return router
}

const getOwner = (req: Request) => ({ by: getActor(req), sessionId: req.sessionID })

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminSecondFactorRoutes(context: Context, passwords: Passwords): Router {
  const { db, env, limits, sealer } = context
  const deps = { db, passwords, limits, sealer, mail: { env, sealer } }
  const router = createRouter()

  router.post(
    '/users/:id/second-factor/remove',
    withBody(reauthentication, async (proof, req, res) => {
      const from = { by: getActor(req), caller: getCaller(req) }
      await removeLostSecondFactor({ ...deps, userId: pathId(req), proof, ...from })
      res.json({ message: 'Two-step login is off for this user.' } satisfies Confirmation)
    }),
  )

  return router
}
