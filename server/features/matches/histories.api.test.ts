import { expect, it } from 'vitest'
import type { ListedMatch } from '@shared/matches'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildAdmin } from '@tests/support/portal/factories'
import {
  actAsAdministrator,
  actAsPartner,
  actByLink,
  buildMatch,
} from '@tests/support/portal/introductions'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { playMatchHistories } from '@tests/support/portal/match-histories'

// Mails are queued; nothing sends them here.
const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
const boss = await buildAdmin(app)
const admin = await logIn(app, boss)

it('two people who book and cancel are called after three times each, and get a bounded number of letters', async () => {
  const { id, partner, times, token } = await buildMatch(app, admin)
  const partners = actAsPartner(await logIn(app, partner))
  const guests = actByLink(visit(app), token)
  const [hour = ''] = times
  let sent = 0
  /** As if everything that is due had been sent; counts what went to either of them. */
  async function send() {
    const { rowCount } = await app.pool.query(
      `update mails set status = 'sent', attempts = 1 where match_id = $1 and match_side is not null
         and status = 'queued' and next_attempt_at < now() + interval '5 minutes'`,
      [id],
    )
    sent += rowCount ?? 0
  }
  await guests.choose([hour])
  for (let round = 0; round < 3; round += 1) {
    expect((await partners.choose([hour])).body.state).toBe('booked')
    await send()
    expect((await partners.choose([])).body.state).toBe('arranging')
    await send()
  }
  expect((await partners.choose([hour])).status).toBe(409)
  expect(await partners.read()).toMatchObject({ newTimes: 'called', contactBy: 'email' })
  const { body: desk } = await admin.get('/api/admin/match-desk').expect(200)
  const { need } = desk.needsYou.find((match: ListedMatch) => match.id === id)
  expect(need).toMatchObject({ kind: 'call-after-cancellations', of: 'partner' })

  // They are called, and agree on another time.
  const host = actAsAdministrator(admin, id)
  await host.offer([hour], { isAgreed: true })
  for (let round = 0; round < 3; round += 1) {
    expect((await guests.choose([])).status).toBe(200)
    await send()
    const again = await guests.choose([hour])
    await send()
    expect(again.status).toBe(round < 2 ? 200 : 409)
  }
  expect(await guests.read()).toMatchObject({ newTimes: 'called', contactBy: 'call' })

  // An answer by the link is confirmed until they had many letters that day.
  for (let round = 0; round < 10; round += 1) {
    await guests.choose([], { note: `Evenings ${round}` })
    await send()
  }
  expect(sent).toBeLessThanOrEqual(24)
})

it('whatever happens in whichever order, the rules of introductions hold', () =>
  playMatchHistories(app, boss, { runs: 1, parts: 24 }))
