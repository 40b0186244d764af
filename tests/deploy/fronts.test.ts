import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countUploads } from '@tests/support/portal/documents'
import { haproxy, nginx, type Front } from '@tests/support/network/front'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { makeTestFolder } from '@tests/support/portal/backups'
import { runCommand, settingsOf } from '@tests/support/portal/run-command'
import { eventually } from '@tests/support/portal/eventually'
import { samples } from '@tests/support/samples/samples'

let app: TestApp
// A hook, because Vitest runs no `afterAll` in a file whose tests are all skipped.
beforeAll(async () => {
  app = await startTestApp({
    env: { PUBLIC_URL: 'https://portal.example', TRUST_PROXY: 'loopback' },
  })
  return () => app.close()
})
const oneYear = 'max-age=31536000; includeSubDomains'
const megabyte = 1024 * 1024

for (const kind of [nginx, haproxy]) {
  describe.skipIf(!kind.isInstalled)(`${kind.name}, with the settings of docs/deploy`, () => {
    let front: Front
    beforeAll(async () => {
      front = await kind.start(app)
    })
    afterAll(() => front.stop())

    const encrypted = () => request.agent(front.url, { ca: front.authority })

    async function open(options: ConnectionOptions = {}): Promise<TLSSocket> {
      const { port, authority } = front
      const socket = connect({ host: '127.0.0.1', port, ca: authority, ...options })
      await once(socket, 'secureConnect')
      return socket
    }

    it('speaks TLS 1.2 and 1.3, and nothing older', async () => {
      const versions = await Promise.all(
        (['TLSv1.2', 'TLSv1.3'] as const).map(async (version) => {
          const socket = await open({ minVersion: version, maxVersion: version })
          socket.destroy()
          return socket.getProtocol() ?? version
        }),
      )
      expect(versions).toEqual(['TLSv1.2', 'TLSv1.3'])
      const old = open({
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT@SECLEVEL=0',
      })
      await expect(old).rejects.toThrow(/alert protocol version/)
    })

    it('leads pages to https and refuses everything else without it', async () => {
      const plain = request(front.plainUrl)
      const { headers } = await plain
        .get('/blog?article=one')
        .set('Host', 'portal.example')
        .expect(301)
      expect(headers['location']).toBe('https://portal.example/blog?article=one')
      await plain.get('/api/user').expect(403)
      await plain.get('/uploads/key/name.pdf').expect(403)
      await plain.post('/').send({ password: 'already told' }).expect(403)
    })

    it('sets HSTS once, on its own answers too', async () => {
      const { headers } = await encrypted().get('/readyz').expect(200)
      expect(headers['strict-transport-security']).toBe(oneYear)
      const socket = await open()
      socket.write(
        `POST /api/upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${12 * megabyte}\r\n\r\n`,
      )
      const [answer]: unknown[] = await once(socket, 'data')
      expect(String(answer)).toMatch(/^HTTP\/1.1 413 /)
      expect(String(answer)).toMatch(new RegExp(`^strict-transport-security: ${oneYear}\r$`, 'im'))
      socket.destroy()
    })

    it('tells the portal who calls, whatever the visitor says', async () => {
      const { body } = await encrypted()
        .post('/api/login')
        .set('X-Forwarded-For', '192.0.2.77')
        .set('X-Forwarded-Proto', 'http')
        .set('Forwarded', 'for=192.0.2.77;proto=http')
        .send({ email: `${kind.name}@partner.example`, password: 'not the password' })
        .expect(401)
      expect(body).toHaveProperty('code')
      await eventually(async () => expect(app.logs()).toContain('"address":"127.0.0.1"'))
      expect(app.logs()).not.toContain('192.0.2.77')
    })

    it('writes neither keys nor names nor searches into its log', async () => {
      const key = 'k'.repeat(43)
      const paths = [
        `/uploads/${key}/rosa-delgado.pdf?token=${key}`,
        `/%75ploads/${key}/rosa-delgado.pdf`,
        '/uploads/short/rosa-delgado.pdf',
        `/api/link-file/${key}`,
        '/api/admin/users?search=rosa-delgado',
      ]
      for (const path of paths) {
        const referrer = 'https://portal.example/admin/users?search=rosa-delgado'
        const { status } = await encrypted().get(path).set('Referer', referrer)
        expect(status).toBeGreaterThanOrEqual(400)
      }
      // Of each request or, as HAProxy does, of each connection.
      const isLogged = async () => (await front.readLog()).split('\n').length > paths.length
      await eventually(async () => expect(await isLogged()).toBe(true))
      expect(await front.readLog()).not.toMatch(/kkk|delgado/)
    })

    it('is well for the doctor', async () => {
      const authority = join(await makeTestFolder(), 'authority.pem')
      await writeFile(authority, front.authority)
      const NODE_EXTRA_CA_CERTS = authority
      const settings = { PUBLIC_URL: front.url, TRUST_PROXY: 'loopback', NODE_EXTRA_CA_CERTS }
      const there = { env: { ...settingsOf(app), ...settings } }
      const { output } = await runCommand('doctor', there)
      expect(output.match(/^\w+ +front:.*$/gm)).toEqual([
        expect.stringMatching(/^ok +front: https:.* answers; visitors arrive as 127.0.0.1$/),
        expect.stringMatching(/^ok +front: bodies of 10.5 MB arrive$/),
      ])
    })

    it('takes the largest document', async () => {
      const { bytes } = samples.pdf({ size: 10 * megabyte })
      await encrypted().post('/api/upload').attach('file', bytes, 'largest.pdf').expect(201)
    })

    it('hands a document on while it is still arriving', async () => {
      const socket = await open()
      const boundary = 'the-boundary'
      socket.write(
        [
          'POST /api/upload HTTP/1.1',
          'Host: localhost',
          `Content-Type: multipart/form-data; boundary=${boundary}`,
          `Content-Length: ${megabyte}`,
          '',
          `--${boundary}`,
          'Content-Disposition: form-data; name="file"; filename="slow.pdf"',
          'Content-Type: application/pdf',
          '',
          '%PDF-1.7 and the rest is still on its way',
        ].join('\r\n'),
      )
      await eventually(async () => expect(await countUploads(app)).toBe(1))
      socket.destroy()
      await eventually(async () => expect(await countUploads(app)).toBe(0))
    })
  })
}
