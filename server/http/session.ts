import connectPgSimple from 'connect-pg-simple'
import type { Request, RequestHandler, Response } from 'express'
import session from 'express-session'
import { Passport } from 'passport'
import { Strategy as LocalStrategy } from 'passport-local'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Env } from '../env'
import { addressOf } from './rate-limits'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How long a session lives without a request, and at most. */
export const sessionLifetimes = {
  partner: { idleMs: 24 * hourMs, absoluteMs: 7 * 24 * hourMs },
  administrator: { idleMs: 30 * minuteMs, absoluteMs: 12 * hourMs },
} as const

declare global {
  namespace Express {
    /** What every request knows of who sends it; read from the database each time. */
    interface User {
      id: number
      email: string
      isAdmin: 0 | 1
    }
  }
}

declare module 'express-session' {
  interface SessionData {
    createdAt: number
  }
}

export interface Accounts {
  findSessionUser(id: number): Promise<Express.User | null>
  checkLogin(login: {
    email: string
    password: string
    ip: string
    address: string
  }): Promise<Express.User | null>
}

export interface Sessions {
  /** To be mounted on /api and /uploads only: pages must load while the database is down. */
  middleware: RequestHandler[]
  /** Checks e-mail and password of a request's body; null when they don't match. */
  authenticate(req: Request, res: Response): Promise<Express.User | null>
  /** Logs in under a new session id, saved before it returns. */
  start(req: Request, user: Express.User): Promise<void>
  end(req: Request, res: Response): Promise<void>
}

/** Cookie sessions in Postgres, with Passport's local strategy for logging in. */
export function createSessions(deps: {
  env: Env
  pool: Pool
  logger: Logger
  accounts: Accounts
}): Sessions {
  const { env, pool, logger, accounts } = deps
  const PgStore = connectPgSimple(session)
  const store = new PgStore({
    pool,
    tableName: 'sessions',
    createTableIfMissing: false,
    errorLog: () => logger.warn('session store did not answer'),
  })
  const cookie = { httpOnly: true, sameSite: 'lax', secure: env.isHttps, path: '/' } as const
  const cookieName = env.isHttps ? '__Host-sid' : 'sid'
  const passport = createPassport(accounts)

  return {
    middleware: [
      session({
        name: cookieName,
        secret: env.sessionSecret,
        store,
        resave: false,
        saveUninitialized: false,
        rolling: true,
        cookie: { ...cookie, maxAge: sessionLifetimes.partner.idleMs },
      }),
      passport.session(),
      endAtAbsoluteAge,
    ],
    authenticate: (req, res) =>
      new Promise((resolve, reject) => {
        const done = (error: unknown, user?: Express.User | false | null) =>
          error ? reject(asError(error)) : resolve(user || null)
        passport.authenticate('local', { session: false }, done)(req, res, reject)
      }),
    async start(req, user) {
      await callback((done) => req.logIn(user, done))
      req.session.createdAt = Date.now()
      req.session.cookie.maxAge = lifetimeOf(user).idleMs
      await callback((done) => req.session.save(done))
    },
    async end(req, res) {
      await callback((done) => req.session.destroy(done))
      res.clearCookie(cookieName, cookie)
    },
  }
}

const lifetimeOf = (user: Express.User) =>
  user.isAdmin ? sessionLifetimes.administrator : sessionLifetimes.partner

function createPassport(accounts: Accounts) {
  // An instance of its own, so that two apps in one process share nothing.
  const passport = new Passport()
  passport.use(
    new LocalStrategy(
      { usernameField: 'email', passReqToCallback: true },
      (req, email, password, done) => {
        accounts
          .checkLogin({ email, password, ip: req.ip ?? '', address: addressOf(req) })
          .then((user) => done(null, user ?? false), done)
      },
    ),
  )
  passport.serializeUser((user, done) => done(null, user.id))
  passport.deserializeUser((id: number, done) => {
    accounts.findSessionUser(id).then((user) => done(null, user ?? false), done)
  })
  return passport
}

const endAtAbsoluteAge: RequestHandler = (req, _res, next) => {
  const { user } = req
  if (!user) {
    next()
    return
  }
  const age = Date.now() - (req.session.createdAt ?? 0)
  if (age < lifetimeOf(user).absoluteMs) {
    next()
    return
  }
  delete req.user
  // Not only destroyed: a login or logout that comes with the old cookie needs a session to work on.
  req.session.regenerate(next)
}

function callback(run: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    run((error) => (error ? reject(asError(error)) : resolve()))
  })
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
