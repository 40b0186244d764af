import { expect, it } from 'vitest'
import { logIn, type Agent } from '@tests/support/portal/agents'
import { buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { turnOnSecondFactor } from '@tests/support/portal/second-factor'
import { startSharedApp } from '@tests/support/portal/shared-app'

const app = await startSharedApp()
const copy = '/api/account/data'

const changeInRow =
  (columns: string) =>
  async (_agent: Agent, { id }: BuiltUser) => {
    await app.pool.query(`update users set ${columns} where id = $1`, [id])
  }

// The link of a copy that was asked for is worth as much as the confirmation that it was got by.
it.each([
  [
    'two-step login',
    (agent: Agent, { password }: BuiltUser) => turnOnSecondFactor(agent, password),
  ],
  ['another email', changeInRow("email = 'other-' || email")],
])('what was confirmed is not when its owner logs in with %s', async (_what, change) => {
  const user = await buildUser(app)
  const agent = await logIn(app, user)
  await agent.post('/api/reauthenticate').send({ password: user.password }).expect(200)
  await agent.post(copy).send({}).expect(200)
  await agent.head(copy).expect(200)
  await change(agent, user)
  await agent.get('/api/user').expect(200)
  await agent.get(copy).expect(403)
  const { body } = await agent.post(copy).send({}).expect(403)
  expect(body.code).toBe('reauthentication-required')
})
