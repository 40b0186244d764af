import { it } from 'vitest'
import { buildAdmin } from '@tests/support/portal/factories'
import { playMatchHistories } from '@tests/support/portal/match-histories'
import { startSharedApp } from '@tests/support/portal/shared-app'

// Mails are queued; nothing sends them here.
const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
const boss = await buildAdmin(app)

it('whatever happens in whichever order, the rules of introductions hold', () =>
  playMatchHistories(app, boss, { runs: 1, parts: 24 }))
