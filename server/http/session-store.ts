import { callbackify } from 'node:util'
import connectPgSimple from 'connect-pg-simple'
import session, { type SessionData } from 'express-session'
import type { Pool } from 'pg'

export interface FoundSession {
  data: SessionData
  /** When it runs out, unless it is used before. */
  endsAt: Date
  /** Null when no one is logged in, or the account has been deleted. */
  user: Express.User | null
}

interface SessionStoreDeps {
  pool: Pool
  /** One read for a session that has not run out and its user. */
  findSession: (sid: string) => Promise<FoundSession | null>
  onError: () => void
}

/** The user that `serializeUser` put into the session: the same object for as long as a request runs. */
type LoggedIn = object

/** The end of a session is written again once it would move by this much, not on every request. */
const touchEveryMs = 60_000

const PgStore = connectPgSimple(session)

/** Sessions in Postgres. Reading one reads its user as well, and using it costs a write once a minute. */
export class SessionStore extends PgStore {
  readonly #findSession
  readonly #onError
  readonly #found = new WeakMap<LoggedIn, FoundSession>()

  constructor({ pool, findSession, onError }: SessionStoreDeps) {
    super({ pool, tableName: 'sessions', createTableIfMissing: false, errorLog: onError })
    this.#findSession = findSession
    this.#onError = onError
  }

  /** The user who was read together with the session that this is a part of. */
  userOf(loggedIn: LoggedIn | undefined): Express.User | null {
    return (loggedIn && this.#found.get(loggedIn)?.user) ?? null
  }

  override get(sid: string, done: (error: unknown, data?: SessionData | null) => void): void {
    callbackify(() => this.#read(sid))(done)
  }

  override touch(sid: string, data: SessionData, done?: () => void): void {
    const stored = data.passport && this.#found.get(data.passport)?.endsAt
    const endsAt = data.cookie.expires
    if (stored && endsAt && endsAt.getTime() - stored.getTime() < touchEveryMs) done?.()
    else super.touch(sid, data, (error?: unknown) => this.#finishTouch(error, done))
  }

  /** An answer that is ready goes out all the same: the session ends sooner, nothing more. */
  #finishTouch(error: unknown, done: (() => void) | undefined): void {
    if (error) this.#onError()
    done?.()
  }

  async #read(sid: string): Promise<SessionData | null> {
    const found = await this.#findSession(sid)
    if (found?.data.passport) this.#found.set(found.data.passport, found)
    return found && found.data
  }
}
