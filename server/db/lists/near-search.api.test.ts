import { beforeAll, describe, expect, it } from 'vitest'
import { logInAdmin } from '@tests/support/portal/agents'
import { startSharedApp } from '@tests/support/portal/shared-app'

const app = await startSharedApp()
const admin = await logInAdmin(app)

/** The search that is proposed for one without hits. */
async function propose(search: string, more = {}, list = 'users') {
  const query = new URLSearchParams({ search, ...more })
  const { body, headers } = await admin.get(`/api/admin/${list}?${query}`).expect(200)
  expect(body).toEqual([])
  const header = headers['x-near-search']
  return header === undefined ? null : decodeURIComponent(header)
}

describe('a search that finds nothing', () => {
  beforeAll(() =>
    app.asOwner(`
      insert into users (first_name, last_name, email, phone_number, password_hash, kind) values
      ('Beatriz', 'Quiñonez', 'bq.near@example.com', '303 555 7391', 'none', 'partner'),
      ('Omar', 'Cruz', 'omar.near@example.com', '303 555 7392', 'none', 'partner'),
      ('Ida', 'Fitz-Zabriskie', 'zabriskie.near@example.com', '303 555 7393', 'none', 'partner'),
      ('Vera', 'Hollowayne', 'vera.near@example.com', '303 555 7394', 'none', 'referrer')`),
  )

  it.each([
    ['Quionez', 'Quinonez'],
    ['quinoez', 'Quinonez'],
    ['qquinonez', 'Quinonez'],
    ['quinnonez', 'Quinonez'],
    ['quinonezz', 'Quinonez'],
    ['uqinonez', 'Quinonez'],
    ['quionnez', 'Quinonez'],
    ['quinonze', 'Quinonez'],
    ['Kuiñonez', 'Quinonez'],
    ['quixonez', 'Quinonez'],
    ['quinones', 'Quinonez'],
    ['curz', 'Cruz'],
    ['cruzz', 'Cruz'],
    ['cryz', 'Cruz'],
    ['Quinones, Beatriz', 'Quinonez Beatriz'],
    ['beatrix quinonez', 'Beatriz Quinonez'],
    ['Fitz-Zabrisky', null],
    ['Fitz-Zabriskei', 'Fitz-Zabriskie'],
    ['omra.near@example.com', 'omar.near@example.com'],
    ['omar.near@exmaple.com', 'omar.near@example.com'],
  ])('%s: %s', async (search, near) => {
    expect(await propose(search)).toBe(near)
    if (near === null) return
    const { body } = await admin.get(`/api/admin/users?${new URLSearchParams({ search: near })}`)
    expect(body).toHaveLength(1)
  })

  it.each(['crz1', 'cuu', 'zzyzzyxq', "') or true --", 'cu%z', 'c_u_z', '\\m(((', 'a'.repeat(100)])(
    '%s has nothing near it',
    async (search) => expect(await propose(search)).toBeNull(),
  )

  it.each(['files', 'entrepreneurs', 'messages', 'referrals'])(
    'of %s is helped as well',
    async (list) => {
      await app.asOwner(`
      insert into files (upload_key, file_name, file_size, file_type, sha256, storage_key, user_id, claimed_at)
        select 'near', 'r.pdf', 1, 'application/pdf', '', '', id, now()
        from users where email = 'bq.near@example.com' on conflict do nothing;
      insert into entrepreneurs (first_name, last_name, business_name, email, phone_number, time_zone, summary, amount_cents)
        values ('Beatriz', 'Quiñonez', 'Carts', 'near@example.com', '3035557395', 'America/Denver', '', 1)
        on conflict do nothing;
      insert into messages (name, subject, message) values ('Beatriz Quiñonez', 'Hello', 'Hello');
      insert into referrals (name, email, phone, referral_name, referral_email, referral_phone)
        values ('Beatriz Quiñonez', 'near@example.com', '', 'Ann', 'ann@example.com', '')`)
      expect(await propose('Quinones, Beatriz', {}, list)).toBe('Quinonez Beatriz')
      const query = new URLSearchParams({ search: 'Quiñonez, Beatriz' })
      const { body } = await admin.get(`/api/admin/${list}?${query}`).expect(200)
      expect(body).not.toEqual([])
    },
  )

  it('is never led to someone who is not in the list', async () => {
    expect(await propose('holowayne')).toBeNull()
    expect(await propose('holowayne', { kind: 'referrer' })).toBe('Hollowayne')
    expect(await propose('curz', { status: 'approved' })).toBeNull()
    expect(await propose('beatriz curz')).toBeNull()
    const { rows } = await app.pool.query<{ name: string }>(
      'select first_name || last_name as name from users where is_admin = 1',
    )
    expect(await propose(`${rows[0]?.name}x`)).toBeNull()
  })
})
