import { it } from 'vitest'
import { logIn } from '@tests/support/portal/agents'
import { buildAdmin } from '@tests/support/portal/factories'
import { decideAtOnce, playHistories } from '@tests/support/portal/payout-histories'
import { startSharedApp } from '@tests/support/portal/shared-app'

const app = await startSharedApp()
const boss = await buildAdmin(app)
const admin = await logIn(app, boss)

const tenTimes = Array.from({ length: 10 }, (_, index) => index + 1)

it.each(tenTimes)('whatever happens, everyone is owed what a table by hand says: %i of 10', () =>
  playHistories(app, boss, 3),
)

it.each(tenTimes)('people who refer each other end in no deadlock: %i of 10', () =>
  decideAtOnce(app, admin),
)
