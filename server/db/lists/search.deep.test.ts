import { expect, it } from 'vitest'
import { logInAdmin } from '@tests/support/portal/agents'
import { itFindsWhatIsThere } from '@tests/support/portal/search-properties'
import { startSharedApp } from '@tests/support/portal/shared-app'

const app = await startSharedApp()
const admin = await logInAdmin(app)
itFindsWhatIsThere(app, admin, 200)

it('of more hits than are counted, no page is lost', async () => {
  await app.asOwner(`
    insert into users (first_name, last_name, email, phone_number, password_hash)
    select 'Ann', 'Manyfold', 'manyfold' || n || '@example.com', '', 'none'
    from generate_series(1, 11100) n`)
  const { rows } = await app.pool.query<{ id: number }>(
    `select id from users where last_name = 'Manyfold' order by id offset 11049 limit 1`,
  )
  const path = `/api/admin/users?search=manyfold&sort=oldest&limit=25&cursor=${rows[0]?.id}`
  const { body, headers } = await admin.get(path).expect(200)
  expect([body.length, headers['x-total-count']]).toEqual([25, '10001'])
})
