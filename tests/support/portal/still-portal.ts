import { afterEach, beforeEach, vi } from 'vitest'
import type { TestApp } from './app'
import { logIn, type Agent } from './agents'
import { buildAdmin, type BuiltUser } from './factories'
import { stopClock } from './second-factor'
import { startSharedApp } from './shared-app'

interface StillPortal {
  app: TestApp
  admin: BuiltUser
  /** Where the administrator is logged in. */
  here: Agent
}

/**
 * A portal for all tests of a file. Each test begins with a new administrator, logged in, and with a clock that
 * does not move.
 */
export async function startStillPortal(
  env: Record<string, string> = {},
): Promise<Readonly<StillPortal>> {
  const app = await startSharedApp({ env })
  let current: Omit<StillPortal, 'app'> | undefined
  beforeEach(async () => {
    stopClock()
    await app.pool.query('delete from users where is_admin = 1')
    const admin = await buildAdmin(app)
    current = { admin, here: await logIn(app, admin) }
  })
  afterEach(() => vi.useRealTimers())
  const get = () => {
    if (!current) throw new Error('The administrator comes with the first test.')
    return current
  }
  return {
    app,
    get admin() {
      return get().admin
    },
    get here() {
      return get().here
    },
  }
}
