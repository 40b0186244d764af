import type { Request, Router } from 'express'
import { Strategy } from 'passport-local'
import {
  adminStatus,
  applyRequest,
  confirmResetRequest,
  currentUser,
  loginRequest,
  missingStep,
  passwordResetRequest,
  referrerRequest,
  registerRequest,
  resetLink,
  type LoginRequest,
} from '@shared/accounts'
import { mailAvailability } from '@shared/mail'
import { createCtx, type Portal } from '../../ctx'
import { forbidden, unauthorized } from '../../errors'
import { getVisitor, allowBeforeSetup } from '../../http/guards'
import { getLimitKey, getCaller } from '../../http/client-address'
import type { Context } from '../../http/context'
import { readReferralCookie } from '../../http/referral-cookie'
import { createRoutes, createVisitorRoutes } from '../../http/routes'
import { isMailConfigured } from '../mail/find-sender'
import { applyAsPartner } from './apply-as-partner'
import { checkLogin, type LoginTools } from './check-login'
import { recordLogout } from './own-account'
import type { Passwords } from './passwords'
import { getAccount, requireAccount, type AccountRow, presentCurrentUser } from './queries'
import { registerAccount, registerReferrer } from './register-account'
import { requestPasswordReset, confirmPasswordReset, requireLiveLink } from './change-password'

/** Lets Passport ask who logs in. The route has checked the body already. */
export const createLocalStrategy = (portal: Portal, tools: LoginTools): Strategy =>
  new Strategy(
    { usernameField: 'email', passReqToCallback: true },
    (req, email, password, done) => {
      const { code }: LoginRequest = req.body
      const attempt = { email, password, code, caller: getCaller(req) }
      checkLogin(createCtx(portal, getVisitor(req)), tools, attempt).then(
        (user) => done(null, user ?? false),
        done,
      )
    },
  )

/** How people come to have an account and to be an applicant, log in, and find out who they are. */
export function accountRoutes(context: Context, passwords: Passwords): Router {
  const { db, env, limits, sessions } = context
  const routes = createRoutes(context)
  const ofEveryone = createVisitorRoutes(context)
  const out = currentUser

  ofEveryone.post(
    '/login',
    { body: loginRequest, out },
    async (_ctx, { body: login, req, res }) => {
      // Passport reads the request's body, so it gets the checked one.
      req.body = login
      const user = await sessions.authenticate(req, res)
      const account = user && (await getAccount(db, user.id))
      if (!user || !account)
        throw unauthorized('Invalid email or password. Please try again.', 'password')
      // With the version of the password that was verified, not of a newer one.
      await sessions.start(req, user)
      return presentCurrentUser(account, env)
    },
  )

  ofEveryone.post('/logout', { done: 'Logged out successfully' }, async (ctx, { req, res }) => {
    if (req.user) await recordLogout(db, req.user, ctx.by)
    await sessions.end(req, res)
  })

  ofEveryone.get('/mail-status', { out: mailAvailability }, async () => ({
    configured: await isMailConfigured(db, env),
  }))

  ofEveryone.post(
    '/password-reset',
    {
      before: [limits.perIp('resetPerIp')],
      body: passwordResetRequest,
      done: 'If this address has an account, we’ve sent a link to it.',
    },
    async (ctx, { body: { email } }) => {
      await limits.consume(['resetPerAccount', email.toLowerCase()])
      await requestPasswordReset(ctx, email)
    },
  )

  ofEveryone.post(
    '/password-reset/check',
    { before: [limits.perIp('resetPerIp')], body: resetLink, done: 'This link works.' },
    async (ctx, { body: { token } }) => {
      await requireLiveLink(ctx.db, token)
    },
  )

  ofEveryone.post(
    '/password-reset/confirm',
    {
      before: [limits.perIp('resetPerIp')],
      body: confirmResetRequest,
      done: 'Your password was changed. Please log in.',
    },
    async (ctx, { body: reset, req, res }) => {
      await confirmPasswordReset(ctx, passwords, reset, getCaller(req))
      await sessions.end(req, res)
    },
  )

  const before = [allowBeforeSetup(...missingStep.options)]

  routes.get('/user', { before, out }, async ({ by }) =>
    presentCurrentUser(await requireAccount(db, by.id), env),
  )

  routes.get('/admin/status', { before, out: adminStatus }, ({ by }) =>
    Promise.resolve({ isAdmin: by.isAdmin === 1 }),
  )

  /** The uploaded file is no longer unclaimed. A shared login was never counted. */
  const refundClaimed = async (req: Request, claimed: 'file' | 'credential' | undefined) => {
    if (claimed === 'file') await limits.refund(['unclaimedDay', getLimitKey(req)])
  }

  /** Registers someone within the limits, and logs them in. */
  async function signUp(
    req: Request,
    refusals: readonly ('registerRefused' | 'referrerRefused')[],
    register: (
      options: Parameters<typeof registerAccount>[2],
    ) => Promise<{ account: AccountRow; claimed?: 'file' | 'credential' }>,
  ) {
    const caller = getCaller(req)
    passwords.checkRoom(caller)
    const options = { passwords, limits, caller, cookieCodes: readReferralCookie(req, env) }
    const { account, claimed } = await limits.consumeIfRefused(req, refusals, () =>
      limits.consumeUnlessRefused(req, ['registerHour', 'registerDay'], (onHashing) =>
        register({ ...options, onHashing }),
      ),
    )
    await refundClaimed(req, claimed)
    await sessions.start(req, account)
    req.session.registeredAt = Date.now()
    return presentCurrentUser(account, env)
  }

  ofEveryone.post(
    '/register',
    {
      about:
        'Account and claim are one transaction; a refused registration leaves the key as it was, unless `errors.uploadKey` is there. Logs in.',
      body: registerRequest,
      out,
      status: 201,
    },
    async (ctx, { body, req }) =>
      signUp(req, ['registerRefused'], (options) => registerAccount(ctx, body, options)),
  )

  ofEveryone.post(
    '/referrers',
    { body: referrerRequest, out, status: 201 },
    async (ctx, { body, req }) =>
      signUp(req, ['registerRefused', 'referrerRefused'], async (options) => ({
        account: await registerReferrer(ctx, body, options),
      })),
  )

  routes.post('/apply', { body: applyRequest, out }, async (ctx, { body: { uploadKey }, req }) => {
    if (ctx.by.isAdmin) throw forbidden('The administrator can’t apply.', 'partner')
    const { account, claimed } = await applyAsPartner(ctx, uploadKey, req.sessionID)
    await refundClaimed(req, claimed)
    return presentCurrentUser(account, env)
  })

  return ofEveryone.router.use(routes.router)
}
