import { it } from 'vitest'
import { logIn } from '@tests/support/portal/agents'
import { buildAdmin } from '@tests/support/portal/factories'
import { decideAtOnce, playHistories } from '@tests/support/portal/payout-histories'
import { startSharedApp } from '@tests/support/portal/shared-app'

const app = await startSharedApp()
const boss = await buildAdmin(app)
const admin = await logIn(app, boss)

it('whatever happens in whichever order, everyone is owed what a table by hand says, and paid it once', () =>
  playHistories(app, boss, 1))

it('people who refer each other, rejected, approved, undone and deleted at the same time, end in no deadlock', () =>
  decideAtOnce(app, admin))
