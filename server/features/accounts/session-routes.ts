import type { Router } from 'express'
import { changePasswordRequest, type ListedSession } from '@shared/accounts'
import type { Confirmation } from '@shared/errors'
import { listSessions } from '../../db/user-sessions'
import type { Context } from '../../http/context'
import { getActor } from '../../http/actor'
import { currentUser, requireRecentPassword, requireUser } from '../../http/guards'
import { evenBefore } from '../../http/missing-step'
import { getCaller } from '../../http/caller'
import { createRouter } from '../../http/router'
import { getSessionRules } from '../../http/session'
import { pathText, withBody } from '../../http/validate'
import { changePassword } from './change-password'
import { endOtherOwnSessions, endOwnSession } from './end-own-sessions'
import type { Passwords } from './passwords'

/** What people can do to keep their own account safe. */
export function sessionRoutes(context: Context, passwords: Passwords): Router {
  const { db, env, limits, sealer, sessions } = context
  const mail = { env, sealer }
  const router = createRouter()

  router.post(
    '/password',
    evenBefore('password-change-required'),
    requireUser,
    withBody(changePasswordRequest, async (change, req, res) => {
      const { passwordVersion } = currentUser(req)
      const from = { sessionId: req.sessionID, by: getActor(req), caller: getCaller(req) }
      const deps = { db, passwords, limits, mail }
      await sessions.start(req, await changePassword({ ...deps, passwordVersion, change, ...from }))
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
    await endOtherOwnSessions({ db, sessionId: req.sessionID, by: getActor(req) })
    res.json({ message: 'You’re logged out on all other devices.' } satisfies Confirmation)
  })

  router.delete('/sessions/:ref', requireRecentPassword, async (req, res) => {
    await endOwnSession({ db, ref: pathText(req, 'ref'), by: getActor(req) })
    res.json({ message: 'The session has ended.' } satisfies Confirmation)
  })

  return router
}
