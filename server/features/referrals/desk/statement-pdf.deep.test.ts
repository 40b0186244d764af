import { performance } from 'node:perf_hooks'
import { describe, expect, it } from 'vitest'
import { logIn } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { readPdf } from '../../scores/report/read-pdf'

const app = await startSharedApp()

/** Someone whose statement takes a while to print. */
async function buildBusyEarner(rewards = 700) {
  const user = await buildUser(app)
  const agent = await logIn(app, user)
  await app.asOwner(`with made as (
      insert into ledger_transactions (kind, payee_id, month, reason, by_id)
      select 'adjustment', ${user.id}, date_trunc('month', now()), 'Agreed ' || n, ${user.id}
      from generate_series(1, ${rewards}) n returning id)
    insert into ledger_entries (transaction_id, account, payee_id, cents)
    select id, account, ${user.id}, cents from made, (values ('rewards', 1), ('payable', -1)) two (account, cents)`)
  const [{ month }] = (await agent.get('/api/referral-desk/statements').expect(200)).body
  const path = `/api/referral-desk/statements/${month}`
  const print = () => agent.get(`${path}.pdf`).buffer(true).responseType('blob')
  return { agent, path, print }
}

describe('a statement is printed', () => {
  it('in a thread of its own, while this one answers others', async () => {
    const { print } = await buildBusyEarner()
    const before = performance.eventLoopUtilization()
    const { body } = await print().expect(200)
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5)
    expect((await readPdf(new Uint8Array(body))).length).toBeGreaterThan(10)
  })

  it('after one of everyone else who asks, however many someone asks for', async () => {
    const [busy, other] = [await buildBusyEarner(300), await buildBusyEarner(300)]
    let printed = 0
    const many = Array.from({ length: 8 }, async () => {
      await busy.print().expect(200)
      printed += 1
    })
    await Promise.race(many)
    await other.print().expect(200)
    expect(printed).toBeLessThanOrEqual(3)
    await Promise.all(many)
  })

  it('not at all when only the headers are asked for', async () => {
    const { agent, path } = await buildBusyEarner()
    const { headers } = await agent.head(`${path}.pdf`).expect(200)
    expect(headers['content-type']).toBe('application/pdf')
  })
})
