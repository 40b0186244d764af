import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { pleaseLogIn } from '@tests/support/portal/answers'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { logIn, visit, type Agent } from '@tests/support/portal/agents'
import { buildAdmin, buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { stopClock, turnOnSecondFactor } from '@tests/support/portal/second-factor'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.close())

/** Does something else while the next password is being hashed. */
function whileHashing(doMeanwhile: () => Promise<unknown>): void {
  const hash = app.passwords.hash.bind(app.passwords)
  vi.spyOn(app.passwords, 'hash').mockImplementationOnce(async (...asked) => {
    await doMeanwhile()
    return hash(...asked)
  })
}

const change = (agent: Agent, { password }: BuiltUser, newPassword: string) =>
  agent.post('/api/password').send({ currentPassword: password, newPassword })

describe('two changes of a password at once', () => {
  it('the one that is done first stands, and has ended the session of the other', async () => {
    const user = await buildUser(app)
    const [thief, owner] = [await logIn(app, user), await logIn(app, user)]
    whileHashing(() => change(owner, user, 'nine purple lanterns').expect(200))
    await change(thief, user, 'a stolen lighthouse').expect(401, pleaseLogIn)
    await thief.get('/api/user').expect(401)
    await owner.get('/api/user').expect(200)
    await logIn(app, { ...user, password: 'nine purple lanterns' })
  })
})

describe('a login under way while the second factor is turned on', () => {
  it('opens nothing, as it was asked for no code', async () => {
    stopClock()
    onTestFinished(() => void vi.useRealTimers())
    const admin = await buildAdmin(app)
    const here = await logIn(app, admin)
    // The login renews this hash, which gives the other request time.
    vi.spyOn(app.passwords, 'isCurrent').mockReturnValueOnce(false)
    whileHashing(() => turnOnSecondFactor(here, admin.password))
    const late = visit(app)
    await late.post('/api/login').send(admin).expect(200)
    await late.get('/api/admin/users').expect(401, pleaseLogIn)
    await here.get('/api/admin/users').expect(200)
  })
})

describe('a session begun before an update of the portal', () => {
  it('goes on', async () => {
    const agent = await logIn(app, await buildUser(app))
    // All fields that sessions had at that time.
    const { rowCount } = await app.pool.query(
      `update sessions set sess = (select json_object_agg(key, value) from json_each(sess)
        where key in ('cookie', 'passport', 'createdAt', 'ref', 'browser', 'loginMark'))`,
    )
    expect(rowCount).toBe(1)
    await agent.get('/api/user').expect(200)
  })
})
