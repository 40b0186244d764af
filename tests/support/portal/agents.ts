import { Agent as Connections } from 'node:http'
import request from 'supertest'
import { readCookie } from './answers'
import type { TestApp } from './app'
import { buildAdmin } from './factories'

/** A browser on the portal's own pages, without a session. */
export const visit = (app: TestApp) => request.agent(app.url).set('Origin', app.origin)

const connections = new Connections({ keepAlive: true })

/** The same browser over connections that are kept, for tests that send thousands of requests. */
export const keepConnections = (agent: Agent): Agent =>
  agent.use((sent: request.Test) => void sent.agent(connections))

/** A browser with the user's session. */
export async function logIn(app: TestApp, user: { email: string; password: string }) {
  const agent = visit(app)
  await agent.post('/api/login').send({ email: user.email, password: user.password }).expect(200)
  return agent
}

/** The administrator's browser, of an account made for it. */
export const logInAdmin = async (app: TestApp) => logIn(app, await buildAdmin(app))

/** The same with the password just confirmed, as for money, and the account. */
export async function logInConfirmedAdmin(app: TestApp) {
  const boss = await buildAdmin(app)
  const admin = await logIn(app, boss)
  await admin.post('/api/reauthenticate').send({ password: boss.password }).expect(200)
  return { admin, boss }
}

/** The cookie of a new session, for requests that no agent can send. */
export async function sessionCookie(app: TestApp, user: { email: string; password: string }) {
  const { headers } = await visit(app)
    .post('/api/login')
    .send({ email: user.email, password: user.password })
    .expect(200)
  return readCookie(headers['set-cookie'])
}

/** The session id in the cookie that a browser holds now. */
export function getSessionId(agent: Agent): string {
  const here = { domain: '127.0.0.1', path: '/', secure: false, script: false }
  const cookie = agent.jar.getCookie('sid', here)
  if (!cookie) throw new Error('There is no session.')
  return cookie.value
}

export type Agent = ReturnType<typeof visit>
