import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { getLimitKey, getNetwork, networkOf } from './client-address'

const app = await startSharedApp()

async function networksOf(address: string) {
  const { rows } = await app.db.execute<{ network: string }>(
    sql`select ${networkOf(sql`${address}::text`)}::text as network`,
  )
  return { held: rows[0]?.network, limited: getNetwork(getLimitKey({ ip: address })) }
}

it.each([
  ['198.51.100.7', '198.51.100.250', true],
  ['198.51.100.7', '198.51.101.7', false],
  ['198.51.100.7', '::ffff:198.51.100.250', true],
  ['198.51.100.7', '::ffff:c633:64fa', true],
  ['::ffff:198.51.100.7', '::ffff:198.51.101.7', false],
  ['2001:db8:1:2::1', '2001:db8:1:ff::9', true],
  ['2001:db8:1::1', '2001:db8:1:0:1:2:3:4', true],
  ['2001:db8:1:2::1', '2001:db8:2:2::1', false],
  ['::1', '127.0.0.1', false],
])('%s and %s are of one network for limits as for holds: %s', async (one, other, isSame) => {
  const [left, right] = [await networksOf(one), await networksOf(other)]
  expect(left.held === right.held).toBe(isSame)
  expect(left.limited === right.limited).toBe(isSame)
})
