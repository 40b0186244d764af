import { createHmac } from 'node:crypto'
import bcrypt from 'bcrypt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { createTestDatabase } from '@tests/support/portal/database'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildUser, type BuiltUser } from '@tests/support/portal/factories'
import type { TestDatabase } from '@tests/support/portal/postgres'

const oldPepper = 'old-password-pepper-0123456789abcdef'
const newPepper = 'new-password-pepper-0123456789abcdef'

let database: TestDatabase
let before: TestApp
let after: TestApp

beforeAll(async () => {
  database = await createTestDatabase()
  before = await startTestApp({ database, env: { PASSWORD_PEPPER: oldPepper } })
  const env = { PASSWORD_PEPPER: `${newPepper}, ${oldPepper}`, BCRYPT_COST: '5' }
  after = await startTestApp({ database, env })
})
afterAll(async () => {
  await Promise.all([before.close(), after.close()])
  await database.drop()
})

async function hashOf({ id }: BuiltUser): Promise<string> {
  const { rows } = await after.pool.query('select password_hash from users where id = $1', [id])
  return rows[0].password_hash
}

/** As it was stored before hashes named their pepper. */
async function makeUnnamed(user: BuiltUser): Promise<void> {
  const digest = createHmac('sha384', oldPepper).update(user.password, 'utf8').digest('base64')
  const hash = await bcrypt.hash(digest, 4)
  const store = 'update users set password_hash = $2, login_mark = null where id = $1'
  await after.pool.query(store, [user.id, hash])
}

describe('a login whose hash is of an older pepper or cost', () => {
  it.each([
    ['named', () => Promise.resolve()],
    ['not named', makeUnnamed],
  ])('renews it, the pepper %s, and ends no session', async (_how, make) => {
    const user = await buildUser(before)
    await make(user)
    const elsewhere = await logIn(before, user)
    const old = await hashOf(user)
    const here = await logIn(after, user)
    const renewed = await hashOf(user)
    expect(renewed).not.toBe(old)
    expect(renewed).toMatch(/^[\da-f]{8}\$2b\$05\$/)
    await elsewhere.get('/api/user').expect(200)
    await here.get('/api/user').expect(200)
    await logIn(after, user)
    expect(await hashOf(user)).toBe(renewed)
  })

  it('needs the old pepper no more afterwards; who never logged in does', async () => {
    const [came, stayedAway] = [await buildUser(before), await buildUser(before)]
    await logIn(after, came)
    const later = await startTestApp({ database, env: { PASSWORD_PEPPER: newPepper } })
    await logIn(later, came)
    await visit(later).post('/api/login').send(stayedAway).expect(401)
    await later.close()
  })

  it('keeps the hash when the password is wrong', async () => {
    const user = await buildUser(before)
    const old = await hashOf(user)
    await visit(after)
      .post('/api/login')
      .send({ ...user, password: 'wrong one' })
      .expect(401)
    expect(await hashOf(user)).toBe(old)
  })

  it('does not survive a password change, nor undo it', async () => {
    const user = await buildUser(before)
    const owner = await logIn(before, user)
    const hash = after.passwords.hash.bind(after.passwords)
    vi.spyOn(after.passwords, 'hash').mockImplementationOnce(async (password) => {
      const change = { currentPassword: user.password, newPassword: 'nine purple lanterns' }
      await owner.post('/api/password').send(change).expect(200)
      return hash(password)
    })
    const late = await logIn(after, user)
    await late.get('/api/user').expect(401)
    await visit(after).post('/api/login').send(user).expect(401)
    await logIn(after, { ...user, password: 'nine purple lanterns' })
  })
})
