import type { IncomingMessage, ServerResponse } from 'node:http'
import { callbackify } from 'node:util'
import express, { type Express, type Request } from 'express'
import session, { type SessionData } from 'express-session'
import helmet from 'helmet'
import { Passport } from 'passport'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { pinoHttp } from 'pino-http'

/** The session's row and its user, read in one query, as the portal does. */
const findSession = `select s.sess, s.expire, u.id, u.email::text, u.is_admin from sessions s
  join users u on u.id = (s.sess -> 'passport' ->> 'user')::int
  where s.sid = $1 and s.expire > now()`

type Found = Express.User & { sess: SessionData }

class ReadingStore extends session.Store {
  readonly #pool
  readonly found = new WeakMap<object, Found>()

  constructor(pool: Pool) {
    super()
    this.#pool = pool
  }

  override get(sid: string, done: (error: unknown, data?: SessionData | null) => void): void {
    callbackify(() => this.#read(sid))(done)
  }

  async #read(sid: string): Promise<SessionData | null> {
    const { rows } = await this.#pool.query<Found>({
      name: 'who',
      text: findSession,
      values: [sid],
    })
    const [row] = rows
    if (row?.sess.passport) this.found.set(row.sess.passport, row)
    return row?.sess ?? null
  }

  override touch(_sid: string, _data: SessionData, done?: () => void): void {
    done?.()
  }

  // The bench's floors neither begin nor end sessions by this store.
  override set(_sid: string, _data: SessionData, done?: () => void): void {
    done?.()
  }

  override destroy(_sid: string, done?: () => void): void {
    done?.()
  }
}

type DoneReading = (error: unknown, user: Express.User | false) => void
type Answer = (req: IncomingMessage, res: ServerResponse, isKnown: boolean) => Promise<unknown>

/**
 * The honest floor's answers behind the packages that the portal is made of, and nothing else: Express,
 * Helmet, Pino, sessions and Passport. It shows how much of the portal's time is theirs.
 */
export function createStack(pool: Pool, secret: string, answer: Answer): Express {
  const store = new ReadingStore(pool)
  const passport = new Passport()
  passport.serializeUser((_user, done) => done(null, 0))
  passport.deserializeUser((req: Request, _id: number, done: DoneReading) => {
    done(null, store.found.get(req.session.passport ?? {}) ?? false)
  })
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.use(pinoHttp({ logger: pino({ level: 'warn' }) }))
  app.use(helmet())
  app.use(
    session({ name: 'sid', secret, store, resave: false, saveUninitialized: false, rolling: true }),
  )
  app.use(passport.session())
  app.use((req, res, next) => {
    answer(req, res, req.user !== undefined)
      .then((body) => (body === undefined ? undefined : res.json(body)))
      .catch(next)
  })
  return app
}
