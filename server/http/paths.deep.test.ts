import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fillPath, allCalls } from '@tests/support/portal/api-calls'
import { sessionCookie } from '@tests/support/portal/agents'
import { buildAdmin, buildFile, buildUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { sendRaw } from '@tests/support/network/raw-http'

const page = '<!doctype html><title>Portal</title>'
const noSuchCall = { message: 'There is no such call.', code: 'not_found' }

const clientDir = await mkdtemp(join(tmpdir(), 'portal-test-client-'))
afterAll(() => rm(clientDir, { recursive: true }))
await writeFile(join(clientDir, 'index.html'), page)
const app = await startSharedApp({ clientDir })
const cookie = await sessionCookie(app, await buildAdmin(app))
const connections = new Agent({ keepAlive: true })

const respell = {
  'in capitals': (path: string) => path.toUpperCase(),
  'with one capital': (path: string) => path.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  'with a capital in its last part': (path: string) =>
    path.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase()),
  'with a slash too many in front': (path: string) => `/${path}`,
  'with a slash too many inside': (path: string) => path.replace(/(.)\//, '$1//'),
  'with a slash too many near its end': (path: string) => path.replace(/\/(?=[^/]*$)/, '//'),
  'with a slash at its end': (path: string) => `${path}/`,
  'with a dot inside': (path: string) => path.replace(/(.)\//, '$1/./'),
  'with a way back': (path: string) => `/login/..${path}`,
  'with backslashes': (path: string) => path.replaceAll('/', '\\').replace('\\', '/'),
  'with its slashes encoded': (path: string) => path.replaceAll('/', '%2F').replace('%2F', '/'),
  'with its first letter encoded': (path: string) =>
    path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
}
const spellings = Object.entries(respell)

describe.each(allCalls.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s',
  (_name, call) => {
    it('has one spelling: under any other there is no such call', async () => {
      const path = fillPath(call, '7')
      const isCall = path.startsWith('/api/') || path.startsWith('/uploads/')
      for (const [how, respelled] of spellings) {
        const other = respelled(path)
        // A referral link is found however it was copied.
        if (other === path || /^\/r[/.]+7/.test(other)) continue
        const answer = await sendRaw(app, {
          method: call.method.toUpperCase(),
          path: other,
          headers: { Cookie: cookie },
          connections,
        })
        expect([how, other, answer.status]).toEqual([how, other, 404])
        if (!isCall) continue
        expect([how, other, answer.json()]).toEqual([how, other, noSuchCall])
        expect(answer.headers['cache-control']).toBe('no-store')
      }
    })
  },
)

describe('an upload key', () => {
  it('opens nothing and reaches no log, however its path is spelled', async () => {
    const owner = await buildUser(app)
    const { uploadKey, fileName } = await buildFile(app, { owner })
    const unclaimed = await buildFile(app)
    const encoded = uploadKey.replace(
      /./g,
      (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`,
    )
    const twice = encoded.replaceAll('%', '%25')
    const headers = {
      Cookie: await sessionCookie(app, owner),
      Referer: `${app.origin}/uploads/${uploadKey}/${fileName}`,
      'User-Agent': `reader of ${uploadKey}`,
    }
    for (const [, respelled] of spellings) {
      for (const key of [uploadKey, encoded, twice]) {
        for (const path of [`/uploads/${key}/${fileName}`, `/api/files/${key}?key=${key}`]) {
          const other = respelled(path)
          const { status } = await sendRaw(app, { path: other, headers, connections })
          if (other !== path) expect([other, status]).toEqual([other, 404])
        }
        const claim = respelled(`/api/link-file/${unclaimed.uploadKey}`)
        const { status } = await sendRaw(app, { method: 'POST', path: claim, headers, connections })
        expect([claim, status]).toEqual([claim, 404])
      }
    }
    for (const path of [
      `/${uploadKey}`,
      `/login?key=${uploadKey}`,
      `/uploads/${uploadKey}`,
      `/uploads/${encoded}/${fileName}`,
      `/uploads/${encoded}/%ff`,
      `/api/link-file/${uploadKey}/%`,
      `http://${uploadKey}@portal.example/api/user`,
    ])
      await sendRaw(app, { path, headers })
    const logs = app.logs()
    expect(logs).toContain('[redacted]')
    for (const secret of [uploadKey, encoded, twice, unclaimed.uploadKey]) {
      expect(logs).not.toContain(secret)
      expect(logs.toLowerCase()).not.toContain(secret.toLowerCase())
    }
  })

  it('is in no log when the disk names the document that it cannot open', async () => {
    const owner = await buildUser(app)
    const { uploadKey, fileName, storageKey } = await buildFile(app, { owner })
    const stored = join(app.uploadsDir, storageKey)
    await rm(stored)
    await symlink(stored, stored)
    const headers = { Cookie: await sessionCookie(app, owner) }
    const { status } = await sendRaw(app, { path: `/uploads/${uploadKey}/${fileName}`, headers })
    expect(status).toBe(500)
    expect(app.logs()).toContain('ELOOP')
    expect(app.logs()).not.toContain(uploadKey)
  })
})

describe('a path that is no call', () => {
  it.each(['/Login', '/LOGIN', '//login', '/blog//', '/ADMIN/users', '/apis', '/upload', '//'])(
    '%s gets the page that says so, with status 404',
    async (path) => {
      const answer = await sendRaw(app, { path })
      expect([answer.status, answer.headers['content-type']]).toEqual([
        404,
        'text/html; charset=utf-8',
      ])
    },
  )

  it.each(['/login', '/login/', '/'])('%s gets the page', async (path) => {
    expect((await sendRaw(app, { path })).status).toBe(200)
  })
})
