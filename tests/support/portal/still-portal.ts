import { beforeEach, vi } from 'vitest'
import { startTestApp, type TestApp } from './app'
import { logIn, type Agent } from './agents'
import { buildAdmin, type BuiltUser } from './factories'
import { stopClock } from './second-factor'

interface StillPortal {
  app: TestApp
  admin: BuiltUser
  /** Where the administrator is logged in. */
  here: Agent
}

/** For each test of a file a new portal whose clock stands still, with its administrator logged in. */
export function setUpStillPortal(env: Record<string, string> = {}): Readonly<StillPortal> {
  let current: StillPortal | undefined
  beforeEach(async () => {
    stopClock()
    const app = await startTestApp({ env })
    const admin = await buildAdmin(app)
    current = { app, admin, here: await logIn(app, admin) }
    return async () => {
      vi.useRealTimers()
      await app.close()
    }
  })
  const get = () => {
    if (!current) throw new Error('The portal starts with the first test.')
    return current
  }
  return {
    get app() {
      return get().app
    },
    get admin() {
      return get().admin
    },
    get here() {
      return get().here
    },
  }
}
