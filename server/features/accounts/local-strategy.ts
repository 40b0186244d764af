import { Strategy } from 'passport-local'
import type { LoginRequest } from '@shared/accounts'
import { getVisitor } from '../../http/actor'
import { getCaller } from '../../http/caller'
import { checkLogin, type LoginDeps } from './check-login'

/** Lets Passport ask who logs in. The route has checked the body already. */
export const createLocalStrategy = (deps: LoginDeps): Strategy =>
  new Strategy(
    { usernameField: 'email', passReqToCallback: true },
    (req, email, password, done) => {
      const { code }: LoginRequest = req.body
      const from = getVisitor(req)
      checkLogin(deps, { email, password, code, from, caller: getCaller(req) }).then(
        (user) => done(null, user ?? false),
        done,
      )
    },
  )
