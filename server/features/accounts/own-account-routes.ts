import type { Router } from 'express'
import {
  changePasswordRequest,
  correctDetailsRequest,
  optionalReauthentication,
  type ListedSession,
} from '@shared/accounts'
import type { Confirmation } from '@shared/errors'
import { acceptTermsRequest } from '@shared/profile-completion'
import { createCtx } from '../../ctx'
import { listSessions } from '../../db/user-sessions'
import { notFound } from '../../errors'
import { getActor } from '../../http/actor'
import { getCaller } from '../../http/caller'
import type { Context } from '../../http/context'
import { currentUser, getProof, requireRecentPassword, requireUser } from '../../http/guards'
import { allowBeforeSetup, getMissingStep } from '../../http/missing-step'
import { createRouter } from '../../http/router'
import { getSessionRules } from '../../http/session'
import { pathText, withBody } from '../../http/validate'
import { changePassword } from './change-password'
import { closeAccount, keepAccount } from './close-account'
import { correctDetails } from './correct-details'
import { endOtherOwnSessions, endOwnSession } from './end-sessions'
import type { Passwords } from './passwords'
import { presentCurrentUser } from './presenter'
import { acceptTerms, getProfileCompletion } from '../profile-completion/profile-completion'

/**
 * What people can do about their own account: keep it safe, complete and correct it, close it.
 */
export function ownAccountRoutes(context: Context, passwords: Passwords): Router {
  const { db, env, limits, sealer, sessions } = context
  const mail = { env, sealer }
  const deps = { db, passwords, limits, sealer }
  const router = createRouter()

  router.post(
    '/password',
    allowBeforeSetup('password-change-required'),
    requireUser,
    withBody(changePasswordRequest, async (change, req, res) => {
      const { passwordVersion } = currentUser(req)
      const from = { sessionId: req.sessionID, by: getActor(req), caller: getCaller(req) }
      const input = { db, passwords, limits, mail, passwordVersion, change, ...from }
      await sessions.start(req, await changePassword(input))
      res.json({ message: 'Password changed' } satisfies Confirmation)
    }),
  )

  router.get('/sessions', requireUser, async (req, res) => {
    const user = currentUser(req)
    const rows = await listSessions(db, user.id)
    const { idleMs } = getSessionRules(user)
    const listed: ListedSession[] = rows.map((row) => ({
      ref: row.ref,
      startedAt: new Date(Number(row.startedAt)).toISOString(),
      lastUsedAt: new Date(Number(row.endsAt) - idleMs).toISOString(),
      browser: row.browser,
      isCurrent: row.sid === req.sessionID,
    }))
    res.json(listed)
  })

  router.delete('/sessions', requireRecentPassword, async (req, res) => {
    await endOtherOwnSessions(createCtx(context, getActor(req)), req.sessionID)
    res.json({ message: 'You’re logged out on all other devices.' } satisfies Confirmation)
  })

  router.delete('/sessions/:ref', requireRecentPassword, async (req, res) => {
    await endOwnSession(createCtx(context, getActor(req)), pathText(req, 'ref'))
    res.json({ message: 'The session has ended.' } satisfies Confirmation)
  })

  router.patch(
    '/user',
    requireUser,
    withBody(correctDetailsRequest, async (correction, req, res) => {
      const from = { by: getActor(req), proof: getProof(req, correction) }
      const account = await correctDetails({ ...deps, mail, correction, ...from })
      res.json(presentCurrentUser(account, getMissingStep(account, env)))
    }),
  )

  router.get('/profile-completion', requireUser, async (req, res) => {
    const completion = await getProfileCompletion(db, env, currentUser(req).id)
    if (!completion) throw notFound()
    res.json(completion)
  })

  router.post(
    '/account/terms',
    requireUser,
    withBody(acceptTermsRequest, async (_accepted, req, res) => {
      await acceptTerms({ db, by: getActor(req) })
      res.json({ message: 'Thank you.' } satisfies Confirmation)
    }),
  )

  router.post(
    '/account/close',
    requireUser,
    withBody(optionalReauthentication, async (typed, req, res) => {
      const from = { sessionId: req.sessionID, by: getActor(req), proof: getProof(req, typed) }
      const account = await closeAccount({ ...deps, mail, ...from })
      await sessions.renew(req, currentUser(req))
      res.json(presentCurrentUser(account, getMissingStep(account, env)))
    }),
  )

  router.post(
    '/account/keep',
    allowBeforeSetup('account-closing'),
    requireUser,
    async (req, res) => {
      const account = await keepAccount({ db, by: getActor(req) })
      res.json(presentCurrentUser(account, getMissingStep(account, env)))
    },
  )

  return router
}
