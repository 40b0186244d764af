import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import type { Test } from 'supertest'
import { describe, expect, it } from 'vitest'
import { z } from '@shared/zod'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildAdmin, buildFile, buildUser } from '@tests/support/portal/factories'
import { turnOnSecondFactor } from '@tests/support/portal/second-factor'

const app = await startSharedApp({ env: { LIMITS: '1', TRUST_PROXY: 'loopback' } })
const account = await buildAdmin(app)
const user = await buildUser(app, { email: 'marker-partner@example.com' })
const admin = await logIn(app, account)
const partner = await logIn(app, user)

const logLine = z.object({
  level: z.number(),
  time: z.iso.datetime(),
  msg: z.string(),
  req: z.object({ id: z.string(), method: z.string(), path: z.string() }).optional(),
})

const readLines = (lines: readonly string[]) =>
  lines.map((line) => logLine.loose().parse(JSON.parse(line)))

/** What the log says of a refused request, found by the id that its answer carries. */
async function refusalOf(request: Test) {
  const { headers } = await request
  const id = headers['x-request-id']
  const ofRequest = readLines(app.logs().trim().split('\n')).filter(
    ({ msg, req }) => msg === 'request refused' && req?.id === id,
  )
  expect(ofRequest).toHaveLength(1)
  return ofRequest[0]
}
const address = '127.0.0.1'
const by = ({ id }: { id: number | null }) => ({ level: 30, userId: id, address })
const nobody = by({ id: null })

describe('the log of a refusal says who, from where, and what refused it', () => {
  it('401', async () => {
    const noSession = { ...nobody, status: 401, check: 'session' }
    const req = { method: 'GET', path: '/api/files' }
    expect(await refusalOf(visit(app).get('/api/files'))).toMatchObject({ ...noSession, req })
    const wrong = { email: user.email, password: 'marker-wrong-password' }
    const login = visit(app).post('/api/login').send(wrong)
    expect(await refusalOf(login)).toMatchObject({ ...nobody, status: 401, check: 'password' })
    const { uploadKey, fileName } = await buildFile(app)
    const path = `/uploads/${uploadKey}/${fileName}?token=marker-token`
    const noToken = { ...by(account), status: 401, check: 'file token' }
    expect(await refusalOf(admin.get(path))).toMatchObject(noToken)
  })

  it('403', async () => {
    const search = partner.get('/api/admin/users?search=marker-search')
    expect(await refusalOf(search)).toMatchObject({
      ...by(user),
      status: 403,
      check: 'administrator',
      req: { path: '/api/admin/users' },
    })
    const login = visit(app).post('/api/login').set('Origin', 'https://evil.example').send({})
    const elsewhere = { ...nobody, status: 403, check: 'same origin' }
    expect(await refusalOf(login)).toMatchObject(elsewhere)
    const itself = admin.delete(`/api/admin/users/${account.id}`)
    const oneself = { ...by(account), status: 403, check: 'target is the administrator' }
    expect(await refusalOf(itself)).toMatchObject(oneself)
  })

  it('404, when someone who is logged in asks for what may be others’', async () => {
    const others = await buildFile(app)
    const mine = { ...by(user), status: 404 }
    const path = `/uploads/${others.uploadKey}/${others.fileName}`
    expect(await refusalOf(partner.get(path))).toMatchObject(mine)
    const login = partner.delete('/api/credit-credentials/2000000000')
    expect(await refusalOf(login)).toMatchObject(mine)
    expect(await refusalOf(visit(app).get('/api/nothing'))).not.toHaveProperty('address')
  })

  it('429, with the limit and the address that the trusted proxy saw', async () => {
    const from = { 'X-Forwarded-For': '[2001:db8::7]:4711' }
    const form = { email: 'a@partner.example', subject: 'marker-subject', message: 'When?' }
    const send = () => visit(app).post('/api/messages').set(from).send(form)
    for (let count = 0; count < 10; count += 1) await send().expect(201)
    const limited = { ...nobody, status: 429, check: 'formHour', address: '2001:db8::7' }
    expect(await refusalOf(send())).toMatchObject(limited)
    const unreadable = visit(app).get('/api/user').set('X-Forwarded-For', 'marker-no-address')
    expect(await refusalOf(unreadable)).toMatchObject({ address: 'unreadable' })
  })

  it('of a login that lacks its second factor, with the account', async () => {
    await turnOnSecondFactor(admin, account.password)
    const { email, password } = account
    for (const code of [undefined, '000000']) {
      const login = visit(app).post('/api/login').send({ email, password, code })
      const noCode = { ...by(account), status: 401, check: 'second factor' }
      expect(await refusalOf(login)).toMatchObject(noCode)
    }
  })

  it('of what is no request, and Node refuses before there is one', async () => {
    const send = async (text: string) => {
      const socket = connect(Number(new URL(app.url).port), address)
      socket.end(text)
      return (await readText(socket)).slice(0, 12)
    }
    expect(await send('marker / nonsense\r\n\r\n')).toBe('HTTP/1.1 400')
    const long = `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'marker'.repeat(5_000)}\r\n\r\n`
    expect(await send(long)).toBe('HTTP/1.1 431')
    const ofOld = connect(Number(new URL(app.url).port), address)
    ofOld.end('GET / HTTP/0.9\r\n\r\n')
    expect(await readText(ofOld)).toContain('The request could not be read.')
    // Someone who left in the middle.
    await send('GET / HTTP/1.1\r\nHost')
    const lines = app.logs().match(/.*"check":"HTTP".*/g) ?? []
    expect(readLines(lines)).toEqual([
      expect.objectContaining({ level: 30, status: 400, address, msg: 'request refused' }),
      expect.objectContaining({ status: 431, reason: 'HPE_HEADER_OVERFLOW', address }),
    ])
  })

  it('without anything secret or personal', () => {
    const logs = app.logs()
    expect(logs).toContain('request refused')
    expect(logs).not.toMatch(/marker|correct horse|s%3A|admin@example/)
  })
})
