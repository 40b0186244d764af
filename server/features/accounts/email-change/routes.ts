import type { Router } from 'express'
import { currentUser as currentUserSchema } from '@shared/accounts'
import {
  changeEmailRequest,
  correctEmailRequest,
  emailChangeLink,
  emailChangeState,
  settleEmailChangeRequest,
} from '@shared/email-changes'
import { confirmEmailRequest } from '@shared/profile-completion'
import type { Portal } from '../../../ctx'
import type { Context } from '../../../http/context'
import { currentUser, getProof } from '../../../http/guards'
import { createRoutes, createVisitorRoutes } from '../../../http/routes'
import type { Passwords } from '../passwords'
import { presentCurrentUser } from '../queries'
import { askEmailChange, withdrawEmailChange } from './ask-email-change'
import { confirmEmail, sendConfirmationLink } from './confirm-email'
import { correctEmail, findCorrectionEnd } from './correct-email'
import { confirmEmailChange, settleEmailChange, stopEmailChange } from './make-email-change'
import { findWaitingChange, type EmailChangeRow } from './queries'

/** Confirming the email that someone logs in with, and changing it. */
export function emailRoutes(context: Context, passwords: Passwords): Router {
  const { env, limits, sessions } = context
  const routes = createRoutes(context)
  const ofEveryone = createVisitorRoutes(context)
  const before = [limits.perIp('resetPerIp')]

  routes.post('/email-confirmation', { done: 'We’ve sent you a link.' }, async (ctx) =>
    sendConfirmationLink(ctx, limits),
  )

  ofEveryone.post(
    '/email-confirmation/confirm',
    { before, body: confirmEmailRequest, done: 'Your email is confirmed.' },
    async (ctx, { body: { token } }) => confirmEmail(ctx, token),
  )

  routes.patch(
    '/user/email',
    {
      about:
        'Once, by the session that signed up, within an hour, while the application is pending and the email neither confirmed nor asked to be changed.',
      body: correctEmailRequest,
      out: currentUserSchema,
    },
    async (ctx, { body: { email }, req }) => {
      const session = { id: req.sessionID, registeredAt: req.session.registeredAt }
      // As when signing up: a refusal tells whether an address has an account.
      const account = await limits.consumeIfRefused(
        req,
        ['registerRefused', 'referrerRefused'],
        () => correctEmail(ctx, limits, email, session),
      )
      delete req.session.registeredAt
      return presentCurrentUser(account, env)
    },
  )

  routes.get('/email-change', { out: emailChangeState }, async ({ db, by }, { req }) => {
    const end = await findCorrectionEnd(db, by.id, req.session.registeredAt)
    return presentEmailChange(await findWaitingChange(db, by.id), end)
  })

  routes.post(
    '/email-change',
    {
      about:
        'Replaces an earlier one, and answers the same for an address that someone has. Takes proof. 409 within 24 hours after a change, 429 after five a day.',
      body: changeEmailRequest,
      out: emailChangeState,
    },
    async (ctx, { body, req }) => {
      const { passwordVersion } = currentUser(req)
      const session = { passwordVersion, proof: getProof(req, body) }
      const asked = await askEmailChange(ctx, { passwords, limits }, body.newEmail, session)
      await sessions.renew(req, currentUser(req))
      return presentEmailChange(asked)
    },
  )

  routes.delete('/email-change', { done: 'Your email is unchanged.' }, async (ctx) =>
    withdrawEmailChange(ctx),
  )

  ofEveryone.post(
    '/email-change/confirm',
    { before, body: emailChangeLink, done: 'Your email is changed.' },
    async (ctx, { body: { token }, req }) => confirmEmailChange(ctx, token, req.sessionID),
  )

  ofEveryone.post(
    '/email-change/stop',
    {
      about: 'No session needed. Nothing is changed, or it is changed back, and all sessions end.',
      before,
      body: emailChangeLink,
      done: 'Your email is unchanged.',
    },
    async (ctx, { body: { token }, req, res }) => {
      await stopEmailChange(ctx, token)
      await sessions.end(req, res)
    },
  )

  return ofEveryone.router.use(routes.router)
}

/** Tells nothing of whether someone else has the address. */
const presentEmailChange = (row: EmailChangeRow | null, correctableUntil: Date | null = null) => ({
  waiting: row && { ...row, askedAt: row.createdAt },
  correctableUntil: correctableUntil ?? undefined,
})

export function adminEmailChangeRoutes(portal: Portal): Router {
  const routes = createRoutes(portal)
  const path = '/users/:id/email-change'
  const body = settleEmailChangeRequest

  routes.post(
    `${path}/confirm`,
    { body, done: 'The email is changed.' },
    async (ctx, { body: { newEmail }, id }) => settleEmailChange(ctx, id, newEmail, true),
  )

  routes.post(
    `${path}/decline`,
    { body, done: 'The email is unchanged.' },
    async (ctx, { body: { newEmail }, id }) => settleEmailChange(ctx, id, newEmail, false),
  )

  return routes.router
}
