import { it } from 'vitest'
import { buildAdmin } from '@tests/support/portal/factories'
import { playMatchHistories } from '@tests/support/portal/match-histories'
import { startSharedApp } from '@tests/support/portal/shared-app'

// Mails are queued; nothing sends them here.
const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
const boss = await buildAdmin(app)

const times = Array.from({ length: 40 }, (_, index) => index + 1)

it.each(times)('whatever happens, the rules of introductions hold: %i of 40', () =>
  playMatchHistories(app, boss, { runs: 2, parts: 50 }),
)
