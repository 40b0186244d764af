import type { Router } from 'express'
import {
  changePasswordRequest,
  correctDetailsRequest,
  currentUser as currentUserSchema,
  listedSession,
  optionalReauthentication,
} from '@shared/accounts'
import { acceptTermsRequest, profileCompletion } from '@shared/profile-completion'
import { listSessions } from '../../db/user-sessions'
import { orNotFound } from '../../errors'
import { getCaller } from '../../http/client-address'
import type { Context } from '../../http/context'
import { currentUser, getProof, requireRecentPassword, allowBeforeSetup } from '../../http/guards'
import { createRoutes } from '../../http/routes'
import { getSessionRules } from '../../http/session'
import { pathText } from '../../http/validate'
import { acceptTerms, getProfileCompletion } from '../profile-completion/profile-completion'
import { changePassword } from './change-password'
import {
  closeAccount,
  keepAccount,
  correctDetails,
  endOtherOwnSessions,
  endOwnSession,
} from './own-account'
import type { Passwords } from './passwords'
import { presentCurrentUser } from './queries'

/**
 * People keep their own account safe, complete and correct it, close it.
 */
export function ownAccountRoutes(context: Context, passwords: Passwords): Router {
  const { env, limits, sessions } = context
  const tools = { passwords, limits }
  const routes = createRoutes(context)
  const out = currentUserSchema

  routes.post(
    '/password',
    {
      before: [allowBeforeSetup('password-change-required')],
      body: changePasswordRequest,
      done: 'Password changed',
    },
    async (ctx, { body: change, req }) => {
      const { passwordVersion } = currentUser(req)
      const session = { id: req.sessionID, passwordVersion, caller: getCaller(req) }
      await sessions.start(req, await changePassword(ctx, tools, change, session))
    },
  )

  routes.get('/sessions', { out: listedSession.array() }, async ({ db, by }, { req }) => {
    const { idleMs } = getSessionRules(currentUser(req))
    return (await listSessions(db, by.id)).map((row) => ({
      ...row,
      startedAt: new Date(Number(row.startedAt)),
      lastUsedAt: new Date(Number(row.endsAt) - idleMs),
      isCurrent: row.sid === req.sessionID,
    }))
  })

  routes.delete(
    '/sessions',
    { before: [requireRecentPassword], done: 'You’re logged out on all other devices.' },
    async (ctx, { req }) => endOtherOwnSessions(ctx, req.sessionID),
  )

  routes.delete(
    '/sessions/:ref',
    { before: [requireRecentPassword], done: 'The session has ended.' },
    async (ctx, { req }) => endOwnSession(ctx, pathText(req, 'ref')),
  )

  routes.patch('/user', { body: correctDetailsRequest, out }, async (ctx, { body, req }) =>
    presentCurrentUser(await correctDetails(ctx, tools, body, getProof(req, body)), env),
  )

  routes.get('/profile-completion', { out: profileCompletion }, async ({ db, by }) =>
    orNotFound(await getProfileCompletion(db, env, by.id)),
  )

  routes.post(
    '/account/terms',
    { body: acceptTermsRequest, done: 'Thank you.' },
    async (ctx, { body: _accepted }) => acceptTerms(ctx),
  )

  routes.post(
    '/account/close',
    { body: optionalReauthentication, out },
    async (ctx, { body: typed, req }) => {
      const account = await closeAccount(ctx, tools, getProof(req, typed), req.sessionID)
      await sessions.renew(req, currentUser(req))
      return presentCurrentUser(account, env)
    },
  )

  routes.post(
    '/account/keep',
    { before: [allowBeforeSetup('account-closing')], out },
    async (ctx) => presentCurrentUser(await keepAccount(ctx), env),
  )

  return routes.router
}
