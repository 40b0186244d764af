import type { Request, RequestHandler } from 'express'
import type { OptionalReauthentication, MissingStep } from '@shared/accounts'
import type { Actor, Visitor } from '../ctx'
import { forbidden, reauthenticationNeeded, unauthorized, stepMissing } from '../errors'
import { readAddress, getCaller, type Caller } from './client-address'
import type { Confirmation, SessionUser } from './session'
import type { Env } from '../env'

export const requireUser: RequestHandler = (req, _res, next) => {
  currentUser(req)
  next()
}

export const requireAdmin: RequestHandler = (req, _res, next) => {
  if (!currentUser(req).isAdmin)
    throw forbidden('Only the administrator can do this.', 'administrator')
  next()
}

const reauthenticationMs = 10 * 60_000

const isRecentlyReauthenticated = (req: Request) =>
  Date.now() - (getConfirmation(req)?.at ?? 0) <= reauthenticationMs

/** The identity that this session proved lately. It ends, with all that was got by it, when what its owner logs in with changes. */
export function getConfirmation(req: Request): Confirmation | null {
  const { confirmation } = req.session
  const { email, passwordVersion, hasSecondFactor } = currentUser(req)
  return confirmation?.login.email === email &&
    confirmation.login.passwordVersion === passwordVersion &&
    confirmation.login.hasSecondFactor === hasSecondFactor
    ? confirmation
    : null
}

export function addToConfirmation(req: Request, got: Omit<Confirmation, 'login'>): void {
  const { email, passwordVersion, hasSecondFactor } = currentUser(req)
  const login = { email, passwordVersion, hasSecondFactor }
  req.session.confirmation = { ...getConfirmation(req), login, ...got }
}

/** For people with a second factor: not long after password and code were asked for again. */
export const requireRecentReauthentication: RequestHandler = (req, _res, next) => {
  const { hasSecondFactor } = currentUser(req)
  if (hasSecondFactor && !isRecentlyReauthenticated(req)) throw reauthenticationNeeded(true)
  next()
}

/** For everyone: not long after the password, and a code where there is one, was asked for again. */
export const requireRecentPassword: RequestHandler = (req, _res, next) => {
  const { hasSecondFactor } = currentUser(req)
  if (!isRecentlyReauthenticated(req)) throw reauthenticationNeeded(hasSecondFactor)
  next()
}

/** The proof of a request's sender: what it carries, or what its session proved lately. */
export interface Proof {
  typed: OptionalReauthentication
  caller: Caller
  isRecent: boolean
  hasSecondFactor: boolean
}

export const getProof = (req: Request, typed: OptionalReauthentication): Proof => ({
  typed,
  caller: getCaller(req),
  isRecent: isRecentlyReauthenticated(req),
  hasSecondFactor: currentUser(req).hasSecondFactor,
})

/** The person who is logged in. Throws 401 when no one is, 403 while they have a step before them. */
export function currentUser(req: Request): SessionUser {
  if (!req.user) throw unauthorized()
  refuseMissingStep(req)
  return req.user
}

export const getVisitor = (req: Request): Visitor => ({
  ip: readAddress(req.ip ?? ''),
  requestId: typeof req.id === 'string' ? req.id : undefined,
})

/** Throws 401 when no one is logged in. */
export function getActor(req: Request): Actor {
  const { id, email, isAdmin } = currentUser(req)
  return { id, email, isAdmin, ...getVisitor(req) }
}

declare global {
  namespace Express {
    interface Request {
      /** The step that the logged-in person must take before anything else. */
      missingStep?: MissingStep | null
    }
  }
}

/**
 * A person who is closing the account can only keep it. A one-time password is replaced first; then, where it
 * is required, a second factor is set up.
 */
export function getMissingStep(user: SessionUser, env: Env): MissingStep | null {
  if (user.closesAt) return 'account-closing'
  if (user.oneTimePasswordUntil) return 'password-change-required'
  if (!user.isAdmin || user.hasSecondFactor || !env.secondFactorIsRequired) return null
  return 'second-factor-setup-required'
}

/** After this, guards refuse users who have a step to complete. */
export const noteMissingStep =
  (env: Env): RequestHandler =>
  (req, _res, next) => {
    req.missingStep = req.user ? getMissingStep(req.user, env) : null
    next()
  }

/** Before the guard of a call that the step itself takes, or that only tells who is logged in. */
export const allowBeforeSetup =
  (...steps: MissingStep[]): RequestHandler =>
  (req, _res, next) => {
    if (req.missingStep && steps.includes(req.missingStep)) req.missingStep = null
    next()
  }

/** Throws 403 while a step is missing. */
function refuseMissingStep({ missingStep }: Request): void {
  if (missingStep) throw stepMissing(missingStep)
}
