import type { Request, RequestHandler, Response } from 'express'
import session from 'express-session'
import { Passport, type Strategy } from 'passport'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { sessionIdleMs } from '@shared/sessions'
import type { Env } from '../env'
import { newToken } from '../tokens'
import { SessionStore, type FoundSession } from './session-store'

const hourMs = 60 * 60_000

/** How long a session lives without a request, and at most; how many a person may have. */
const sessionRules = {
  partner: { idleMs: sessionIdleMs.partner, absoluteMs: 7 * 24 * hourMs, atOnce: 5 },
  administrator: { idleMs: sessionIdleMs.administrator, absoluteMs: 12 * hourMs, atOnce: 2 },
} as const

/** The sender of a request who is logged in; read from the database each time. */
export interface SessionUser {
  id: number
  email: string
  isAdmin: 0 | 1
  /** Another one after every change of the password. */
  passwordVersion: string
  /** End of a one-time password, which must be replaced at the first login; null for anyone's own. */
  oneTimePasswordUntil: Date | null
  hasSecondFactor: boolean
  /** When everything of the account is removed, while its owner is closing it. */
  closesAt: Date | null
}

declare global {
  namespace Express {
    interface User extends SessionUser {}
  }
}

declare module 'express-session' {
  interface SessionData {
    /** The id of who is logged in: Passport's own part. */
    passport?: { user?: number }
    createdAt: number
    /** Names the session where the cookie's id must not be seen. */
    ref: string
    browser: string
    /** The version of the password that was proven: a login under way must not outlive its change. */
    passwordVersion: string
    /** Whether its owner had one: a login without a code must not outlive the first one. */
    hasSecondFactor?: boolean
    /** When its owner signed up with it; no more once they corrected their email. */
    registeredAt?: number
    /** Its owner proved who they are, apart from logging in. Read by `getConfirmation` alone. */
    confirmation?: Confirmation
  }
}

/** A proof, and whatever was got by it: that ends with it. */
export interface Confirmation {
  /** The login that the owner had then. */
  login: Login
  /** When password and code were given for the minutes to come; never, when they came along with a call. */
  at?: number
  /** Until when a copy of their data may be fetched. */
  copyUntil?: number
}

type Login = Pick<SessionUser, 'email' | 'passwordVersion' | 'hasSecondFactor'>

interface SessionAccounts {
  findSession: (sid: string) => Promise<FoundSession | null>
  endOldestSessions(userId: number, kept: number): Promise<void>
}

export type Sessions = ReturnType<typeof createSessions>

/** Cookie sessions in Postgres; Passport asks the strategy who logs in. */
export function createSessions(deps: {
  env: Env
  pool: Pool
  logger: Logger
  accounts: SessionAccounts
  strategy: Strategy
}) {
  const { env, pool, logger, accounts, strategy } = deps
  const store = new SessionStore({
    pool,
    findSession: accounts.findSession,
    onError: () => logger.warn('session store did not answer'),
  })
  const cookie = { httpOnly: true, sameSite: 'lax', secure: env.isHttps, path: '/' } as const
  const cookieName = env.isHttps ? '__Host-sid' : 'sid'
  const passport = createPassport(store, strategy)

  return {
    /** To be mounted on /api and /uploads only: pages must load while the database is down. */
    middleware: [
      session({
        name: cookieName,
        secret: env.sessionSecret,
        store,
        resave: false,
        saveUninitialized: false,
        rolling: true,
        cookie: { ...cookie, maxAge: sessionRules.partner.idleMs },
      }),
      passport.session(),
      endOldSessions,
    ],
    /** Checks what a request's body says of who sends it; null when it doesn't match. */
    authenticate: (req: Request, res: Response) =>
      new Promise<SessionUser | null>((resolve, reject) => {
        const done = (error: unknown, user?: SessionUser | false | null) =>
          error ? reject(asError(error)) : resolve(user || null)
        passport.authenticate('login', { session: false }, done)(req, res, reject)
      }),
    /** Logs in under a new session id, saved before it returns. The oldest make room for it. */
    async start(req: Request, user: SessionUser): Promise<void> {
      await callback((done) => req.logIn(user, done))
      req.session.createdAt = Date.now()
      req.session.ref = newToken()
      req.session.passwordVersion = user.passwordVersion
      req.session.hasSecondFactor = user.hasSecondFactor
      req.session.browser = describeBrowser(req.get('User-Agent'))
      req.session.cookie.maxAge = getSessionRules(user).idleMs
      await callback((done) => req.session.save(done))
      const atOnce = Math.round(getSessionRules(user).atOnce * env.limitFactor)
      // A one-time password is good for one session: another login with it ends the earlier one.
      const kept = user.oneTimePasswordUntil ? 1 : Math.max(1, atOnce)
      await accounts.endOldestSessions(user.id, kept)
    },
    /** Goes on with the session under a new id, once someone has proven who they are again. */
    renew(req: Request, user: SessionUser): Promise<void> {
      req.session.hasSecondFactor = user.hasSecondFactor
      return callback((done) => req.logIn(user, { session: true, keepSessionInfo: true }, done))
    },
    async end(req: Request, res: Response): Promise<void> {
      await callback((done) => req.session.destroy(done))
      res.clearCookie(cookieName, cookie)
    },
  }
}

export const getSessionRules = (user: SessionUser) =>
  user.isAdmin ? sessionRules.administrator : sessionRules.partner

type DoneReading = (error: unknown, user: SessionUser | false) => void

function createPassport(store: SessionStore, strategy: Strategy) {
  // An instance of its own, so that two apps in one process share nothing.
  const passport = new Passport()
  passport.use('login', strategy)
  passport.serializeUser((user, done) => done(null, user.id))
  // The store has read the user with the session.
  passport.deserializeUser((req: Request, _id: number, done: DoneReading) => {
    done(null, store.userOf(req.session.passport) ?? false)
  })
  return passport
}

/**
 * Ends sessions that are too old, or began with a password that has changed since or before a second factor
 * was on.
 */
const endOldSessions: RequestHandler = (req, _res, next) => {
  const { user } = req
  if (!user) {
    next()
    return
  }
  const age = Date.now() - (req.session.createdAt ?? 0)
  const isOfThisPassword = req.session.passwordVersion === user.passwordVersion
  const hadNoCode = user.hasSecondFactor && req.session.hasSecondFactor === false
  if (isOfThisPassword && !hadNoCode && age < getSessionRules(user).absoluteMs) {
    next()
    return
  }
  delete req.user
  // Regenerated rather than destroyed: a login or logout with the old cookie still needs a session.
  req.session.regenerate(next)
}

function callback(run: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    run((error) => (error ? reject(asError(error)) : resolve()))
  })
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

const browsers: [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]
const systems: [name: string, mark: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

/** A browser in words that its owner recognizes: 'Chrome on Android'. */
export function describeBrowser(userAgent: string | undefined): string {
  const find = (names: typeof browsers) =>
    names.find(([, mark]) => mark.test(userAgent ?? ''))?.[0] ?? null
  const browser = find(browsers) ?? 'Unknown device'
  const system = find(systems)
  return system ? `${browser} on ${system}` : browser
}
