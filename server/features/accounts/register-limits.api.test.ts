import { beforeEach, describe, expect, it } from 'vitest'
import { tooMany } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { visit } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { buildRegistration, unknownKey } from '@tests/support/samples/forms'

const app = await startSharedApp({ env: { LIMITS: '1' } })
beforeEach(async () => {
  await app.pool.query('delete from rate_limits')
})

const send = (registration: object) => visit(app).post('/api/register').send(registration)
const newKey = async () => (await buildFile(app)).uploadKey

async function expectRefusal(registration: object, hours: number): Promise<void> {
  const { headers } = await send(registration).expect(429, tooMany)
  expect(Number(headers['retry-after'])).toBeGreaterThan(hours * 3600 - 60)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(hours * 3600)
}

describe('refused registrations', () => {
  it('are counted for their address: 100 an hour, whatever the reason; others are not', async () => {
    await app.limits.penalize('registerRefused', '127.0.0.1')
    await app.pool.query("update rate_limits set points = 97 where key like 'registerRefused:%'")
    await send(buildRegistration({ uploadKey: await newKey() })).expect(201)
    const unknown = buildRegistration({ uploadKey: unknownKey() })
    await send(unknown).expect(400)
    const uploadKey = await newKey()
    const { email } = await buildUser(app)
    await send(buildRegistration({ uploadKey, email })).expect(409)
    await send(unknown).expect(400)
    await expectRefusal(unknown, 1)
    await expectRefusal(buildRegistration({ uploadKey }), 1)
  })

  it('tell ten times a day with one key that an email is taken, and then nothing more', async () => {
    const uploadKey = await newKey()
    const { email } = await buildUser(app)
    const taken = buildRegistration({ uploadKey, email })
    for (let told = 0; told < 10; told += 1) await send(taken).expect(409)
    await expectRefusal(taken, 24)
    await expectRefusal(buildRegistration({ uploadKey }), 24)
    await send(buildRegistration({ uploadKey: await newKey() })).expect(201)
  })
})
