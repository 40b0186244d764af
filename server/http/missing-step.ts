import type { Request, RequestHandler } from 'express'
import type { MissingStep } from '@shared/accounts'
import type { Env } from '../env'
import { stepMissing } from '../errors'
import type { SessionUser } from './session'

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
export function refuseMissingStep({ missingStep }: Request): void {
  if (missingStep) throw stepMissing(missingStep)
}
