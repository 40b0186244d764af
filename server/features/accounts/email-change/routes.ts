import type { Request, Response, Router } from 'express'
import {
  changeEmailRequest,
  correctEmailRequest,
  emailChangeLink,
  settleEmailChangeRequest,
  type EmailChangeState,
  type SettleEmailChangeRequest,
} from '@shared/email-changes'
import type { Confirmation } from '@shared/errors'
import { confirmEmailRequest } from '@shared/profile-completion'
import type { Context } from '../../../http/context'
import { getActor, getVisitor } from '../../../http/actor'
import { currentUser, getProof, requireUser } from '../../../http/guards'
import { getMissingStep } from '../../../http/missing-step'
import { createRouter } from '../../../http/router'
import { pathId, withBody } from '../../../http/validate'
import type { Passwords } from '../passwords'
import { presentCurrentUser } from '../presenter'
import { askEmailChange, withdrawEmailChange } from './ask-email-change'
import { confirmEmail, sendConfirmationLink } from './confirm-email'
import { correctEmail, findCorrectionEnd } from './correct-email'
import { confirmEmailChange, settleEmailChange, stopEmailChange } from './make-email-change'
import { findWaitingChange, type EmailChangeRow } from './queries'

/** Confirming the email that someone logs in with, and changing it. */
export function emailRoutes(context: Context, passwords: Passwords): Router {
  const { db, env, limits, sealer, sessions } = context
  const mail = { env, sealer }
  const router = createRouter()

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

  router.patch(
    '/user/email',
    requireUser,
    withBody(correctEmailRequest, async ({ email }, req, res) => {
      const session = { id: req.sessionID, registeredAt: req.session.registeredAt }
      const input = { db, mail, limits, email, session, by: getActor(req) }
      // As when signing up: a refusal tells whether an address has an account.
      const account = await limits.consumeIfRefused(
        req,
        ['registerRefused', 'referrerRefused'],
        () => correctEmail(input),
      )
      delete req.session.registeredAt
      res.json(presentCurrentUser(account, getMissingStep(account, env)))
    }),
  )

  router.get('/email-change', requireUser, async (req, res) => {
    const { id: userId } = currentUser(req)
    const { registeredAt } = req.session
    const correctableUntil = await findCorrectionEnd(db, { userId, registeredAt })
    res.json(presentEmailChange(await findWaitingChange(db, userId), correctableUntil))
  })

  router.post(
    '/email-change',
    requireUser,
    withBody(changeEmailRequest, async (change, req, res) => {
      const { passwordVersion } = currentUser(req)
      const from = { passwordVersion, by: getActor(req), proof: getProof(req, change) }
      const deps = { db, passwords, limits, sealer, mail }
      const asked = await askEmailChange({ ...deps, change, ...from })
      await sessions.renew(req, currentUser(req))
      res.json(presentEmailChange(asked))
    }),
  )

  router.delete('/email-change', requireUser, async (req, res) => {
    await withdrawEmailChange({ db, by: getActor(req) })
    res.json({ message: 'Your email is unchanged.' } satisfies Confirmation)
  })

  router.post(
    '/email-change/confirm',
    limits.perIp('resetPerIp'),
    withBody(emailChangeLink, async ({ token }, req, res) => {
      const from = { sessionId: req.sessionID, by: getVisitor(req) }
      await confirmEmailChange({ db, mail, token, ...from })
      res.json({ message: 'Your email is changed.' } satisfies Confirmation)
    }),
  )

  router.post(
    '/email-change/stop',
    limits.perIp('resetPerIp'),
    withBody(emailChangeLink, async ({ token }, req, res) => {
      await stopEmailChange({ db, mail, token, by: getVisitor(req) })
      await sessions.end(req, res)
      res.json({ message: 'Your email is unchanged.' } satisfies Confirmation)
    }),
  )

  return router
}

/** The same whether or not someone else has the address. */
const presentEmailChange = (
  row: EmailChangeRow | null,
  correctableUntil: Date | null = null,
): EmailChangeState => ({
  waiting: row && {
    newEmail: row.newEmail,
    way: row.way,
    askedAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
  },
  ...(correctableUntil && { correctableUntil: correctableUntil.toISOString() }),
})

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminEmailChangeRoutes({ db, env, sealer }: Context): Router {
  const mail = { env, sealer }
  const router = createRouter()

  const settle =
    (isConfirmed: boolean) =>
    async ({ newEmail }: SettleEmailChangeRequest, req: Request, res: Response) => {
      const by = getActor(req)
      await settleEmailChange({ db, mail, userId: pathId(req), newEmail, isConfirmed, by })
      const message = isConfirmed ? 'The email is changed.' : 'The email is unchanged.'
      res.json({ message } satisfies Confirmation)
    }

  router.post('/users/:id/email-change/confirm', withBody(settleEmailChangeRequest, settle(true)))
  router.post('/users/:id/email-change/decline', withBody(settleEmailChangeRequest, settle(false)))

  return router
}
