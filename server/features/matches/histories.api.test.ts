import { expect, it } from 'vitest'
import { buildAdmin } from '@tests/support/portal/factories'
import {
  answerAtOnce,
  countDeadlocks,
  playMatchHistories,
} from '@tests/support/portal/match-histories'
import { startSharedApp } from '@tests/support/portal/shared-app'

// Mails are queued; nothing sends them here.
const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
const boss = await buildAdmin(app)

it('whatever happens in whichever order, the rules of introductions hold', () =>
  playMatchHistories(app, boss, { runs: 3, parts: 24 }))

it('two answers for one hour book one meeting, and wait for each other in no deadlock', async () => {
  for (let round = 0; round < 10; round += 1) await answerAtOnce(app, boss)
  expect(await countDeadlocks(app)).toBe(0)
})
