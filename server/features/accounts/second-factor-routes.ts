import type { Request, Router } from 'express'
import {
  confirmSecondFactorRequest,
  optionalReauthentication,
  reauthenticateRequest,
  reauthentication,
  recoveryCodes,
  secondFactorSetup,
  secondFactorState,
  type OptionalReauthentication,
} from '@shared/accounts'
import type { Ctx } from '../../ctx'
import { forbidden } from '../../errors'
import type { Context } from '../../http/context'
import { addToConfirmation, currentUser, getProof } from '../../http/guards'
import { createRoutes } from '../../http/routes'
import type { SessionUser } from '../../http/session'
import type { Passwords } from './passwords'
import { countRecoveryCodes, hasSecondFactor } from './queries'
import { reauthenticateForMinutes, requireProof } from './check-login'
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeLostSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
} from './set-up-second-factor'
import { getCaller } from '../../http/client-address'

const cannotBeOff = 'This portal requires two-step login. It cannot be turned off.'

/**
 * Proving again who one is, and two-step login. Mounted on /api, and on /api/admin as well, where these
 * calls were when only the administrator had them.
 */
export function secondFactorRoutes(context: Context, passwords: Passwords): Router {
  const { env, limits, sessions } = context
  const tools = { passwords, limits }
  const routes = createRoutes(context)

  const isRequiredOf = (user: Pick<SessionUser, 'isAdmin'>) =>
    user.isAdmin === 1 && env.secondFactorIsRequired
  /** Does work for someone who proves who they are; their session goes on under another id. */
  async function proven<Result>(
    ctx: Ctx,
    { req, body }: { req: Request; body: OptionalReauthentication },
    work: (sessionId: string) => Promise<Result>,
  ): Promise<Result> {
    await requireProof(ctx, tools, getProof(req, body))
    const result = await work(req.sessionID)
    await sessions.renew(req, currentUser(req))
    return result
  }

  routes.post(
    '/reauthenticate',
    {
      about:
        'Under a new session id. For ten minutes it may do what answers 403 `reauthentication-required`.',
      body: reauthenticateRequest,
      done: 'Thank you. You can continue.',
    },
    async (ctx, { body: { password, code }, req }) => {
      await reauthenticateForMinutes(ctx, tools, { password, code, caller: getCaller(req) })
      addToConfirmation(req, { at: Date.now() })
      await sessions.renew(req, currentUser(req))
    },
  )

  routes.get('/second-factor', { out: secondFactorState }, async ({ db, by }) => ({
    isOn: await hasSecondFactor(db, by.id),
    isRequired: isRequiredOf(by),
    recoveryCodesLeft: await countRecoveryCodes(db, by.id),
  }))

  routes.post(
    '/second-factor',
    {
      about: 'For an authenticator app. Changes nothing yet. Takes proof; 409 while it is on.',
      body: optionalReauthentication,
      out: secondFactorSetup,
      status: 201,
    },
    async (ctx, call) => proven(ctx, call, () => beginSecondFactor(ctx)),
  )

  routes.post(
    '/second-factor/confirm',
    {
      about:
        'The recovery codes are shown once. From now on logins need a code; other sessions end.',
      body: confirmSecondFactorRequest,
      out: recoveryCodes,
    },
    async (ctx, { body: { code }, req }) => {
      const codes = await confirmSecondFactor(ctx, limits, code, req.sessionID)
      await sessions.renew(req, { ...currentUser(req), hasSecondFactor: true })
      return { recoveryCodes: codes }
    },
  )

  routes.post(
    '/second-factor/recovery-codes',
    { body: optionalReauthentication, out: recoveryCodes },
    async (ctx, call) => ({
      recoveryCodes: await proven(ctx, call, (sessionId) => replaceRecoveryCodes(ctx, sessionId)),
    }),
  )

  routes.post(
    '/second-factor/remove',
    { body: optionalReauthentication, done: 'Two-step login is off.' },
    async (ctx, { body, req }) => {
      if (isRequiredOf(ctx.by)) throw forbidden(cannotBeOff, 'required second factor')
      await proven(ctx, { body, req }, (sessionId) => removeSecondFactor(ctx, sessionId))
    },
  )

  return routes.router
}

export function adminSecondFactorRoutes(context: Context, passwords: Passwords): Router {
  const tools = { passwords, limits: context.limits }
  const routes = createRoutes(context)

  routes.post(
    '/users/:id/second-factor/remove',
    { body: reauthentication, done: 'Two-step login is off for this user.' },
    async (ctx, { body: { currentPassword: password, code }, id, req }) =>
      removeLostSecondFactor(ctx, tools, id, { password, code, caller: getCaller(req) }),
  )

  return routes.router
}
