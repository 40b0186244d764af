import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import express from 'express'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handleErrors } from './error-handler'
import { createLogger, logRequests } from './logger'
import { servePages } from './pages'
import { securityHeaders } from './security-headers'

const origin = 'https://portal.example'
const page = (name: string) => `<title>${name}</title><link href="__PUBLIC_ORIGIN__/${name}" />`
const script = 'export const answer = 42\n'.repeat(100)
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"></svg>'
const film = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251))

const built: Record<string, string | Buffer> = {
  'index.html': page('home'),
  'private.html': page('private'),
  '404.html': page('missing'),
  'terms/index.html': page('terms'),
  'blog/index.html': page('blog'),
  'blog/article-2/index.html': page('second article'),
  'robots.txt': 'User-agent: *\nDisallow: /admin\n\nSitemap: __PUBLIC_ORIGIN__/sitemap.xml\n',
  'sitemap.xml': '<urlset><url><loc>__PUBLIC_ORIGIN__/</loc></url></urlset>',
  'assets/app-1a2b.js': script,
  'assets/app-1a2b.js.br': brotliCompressSync(script),
  'assets/app-1a2b.js.gz': gzipSync(script),
  'assets/replaced-3c4d.js.br': brotliCompressSync(script),
  'assets/pdfjs-5.6/legacy/build/pdf.worker.min.mjs': script,
  'assets/pdfjs-5.6/legacy/build/pdf.worker.min.mjs.br': brotliCompressSync(script),
  'assets/pdfjs-5.6/wasm/openjpeg.wasm': Buffer.from('\0asm'),
  'covers/one.svg': drawing,
  'covers/one.svg.gz': gzipSync(drawing),
  'video/film.mp4': film,
}

const folder = mkdtempSync(join(tmpdir(), 'portal-pages-'))
const app = express()
app.set('etag', false)

beforeAll(() => {
  for (const [name, content] of Object.entries(built)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  app.use(logRequests(createLogger({ logLevel: 'silent' })))
  app.use(securityHeaders({ isHttps: false }), servePages(folder, origin))
  app.use(handleErrors)
  // As a build does that runs on the same machine.
  rmSync(join(folder, 'assets/replaced-3c4d.js.br'))
})

afterAll(() => rmSync(folder, { recursive: true }))

const get = (path: string, encoding = 'identity') =>
  request(app).get(path).set('Accept-Encoding', encoding)

describe('a page', () => {
  it.each([
    ['/', 'home'],
    ['/terms', 'terms'],
    ['/terms/', 'terms'],
    ['/terms?from=mail', 'terms'],
    ['/blog', 'blog'],
    ['/blog?article=2', 'second article'],
    ['/blog/?article=2', 'second article'],
    ['/dashboard', 'private'],
    ['/account', 'private'],
    ['/admin/users?search=x.y', 'private'],
  ])('%s has the head of "%s"', async (path, title) => {
    const answer = await get(path).expect(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.text).toContain(`<title>${title}</title>`)
  })

  it.each(['99', '../terms', '2&article=3', '__proto__', ''])(
    'falls back to the blog for article "%s"',
    async (id) => {
      const answer = await get(`/blog?article=${id}`).expect(200)
      expect(answer.text).toContain('<title>blog</title>')
    },
  )

  it('has the origin filled in', async () => {
    expect((await get('/')).text).toBe(page('home').replace('__PUBLIC_ORIGIN__', origin))
  })

  it.each([
    '/nowhere',
    '/blog/article-2',
    '/admin/nowhere',
    '/assets',
    '/private',
    '/terms//',
    '//terms',
    '//',
    '/TERMS',
    '/Blog?article=2',
  ])('is the 404 page at %s', async (path) => {
    const answer = await get(path).expect(404)
    expect(answer.text).toContain('<title>missing</title>')
  })

  it.each(['/terms', '/nowhere'])('is kept in no cache, as at %s', async (path) => {
    expect((await get(path)).headers['cache-control']).toBe('no-store')
  })

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
  ])('is sent to a client that takes "%s" as %s', async (accepted, encoding) => {
    const answer = await get('/terms', accepted).buffer(true)
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers['vary']).toContain('Accept-Encoding')
    expect(answer.text).toContain('<title>terms</title>')
  })

  it('answers HEAD with its length and no body', async () => {
    const length = Buffer.byteLength(page('terms').replace('__PUBLIC_ORIGIN__', origin))
    await request(app)
      .head('/terms')
      .set('Accept-Encoding', 'identity')
      .expect(200)
      .expect('Content-Length', String(length))
  })
})

describe('a path with the name of a file', () => {
  it.each([
    '/nowhere.js',
    '/assets/gone-1a2b.js',
    '/terms.php',
    '/.env',
    '/.git/config',
    '/index.html',
    '/terms/index.html',
    '/private.html',
    '/404.html',
    '/../package.json',
    '/%2e%2e/package.json',
    ...['//assets/', '/assets//', '/assets/./', '/Assets/', '/%61ssets/'].map(
      (at) => `${at}app-1a2b.js`,
    ),
    ...['.br', '.gz'].map((ending) => `/assets/app-1a2b.js${ending}`),
  ])('%s is no page', async (path) => {
    const answer = await get(path).expect(404)
    expect(answer.body).toMatchObject({ code: 'not_found' })
  })

  it('is a 404 for other methods too', async () => {
    await request(app).post('/terms').expect(404)
  })

  it('answers a path that cannot be decoded with 400', async () => {
    await get('/%E0%A4%A').expect(400)
  })
})

describe('a file', () => {
  it('is kept for a year when its name holds its hash', async () => {
    const answer = await get('/assets/app-1a2b.js')
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(answer.text).toBe(script)
  })

  it.each([
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
  ])('is sent as stored to a client that takes "%s"', async (accepted, encoding) => {
    const answer = await get('/assets/app-1a2b.js', accepted)
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(answer.headers['vary']).toContain('Accept-Encoding')
    expect(answer.headers['cache-control']).toContain('immutable')
    const plain = await get('/assets/app-1a2b.js')
    expect(plain.headers['vary']).toContain('Accept-Encoding')
    expect(answer.headers['etag']).not.toBe(plain.headers['etag'])
  })

  it('takes the next best form when the smallest is not stored', async () => {
    const answer = await get('/covers/one.svg', 'br, gzip')
    expect(answer.headers['content-encoding']).toBe('gzip')
    expect(answer.headers['content-type']).toMatch('image/svg+xml')
    expect(answer.headers['cache-control']).toBe('no-cache')
  })

  it('is not sent again to a client that has it', async () => {
    const first = await get('/covers/one.svg')
    await get('/covers/one.svg').set('If-None-Match', String(first.headers['etag'])).expect(304)
  })

  it.each([
    ['whose stored form is gone', '/assets/replaced-3c4d.js', {}, 404],
    ['on a condition that does not hold', '/assets/app-1a2b.js', { 'If-Match': '"x"' }, 400],
  ])('%s is refused in plain JSON, kept in no cache', async (_what, path, headers, status) => {
    const answer = await get(path, 'br').set(headers).expect(status)
    expect(answer.body).toHaveProperty('code')
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(answer.headers).not.toHaveProperty('etag')
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it.each([
    ['/assets/pdfjs-5.6/legacy/build/pdf.worker.min.mjs', true],
    ['/assets/pdfjs-5.6/wasm/openjpeg.wasm', false],
    ['/assets/app-1a2b.js', false],
    ['/terms', false],
    ['/assets/pdfjs-5.6/gone/pdf.worker.min.mjs', false],
  ])('%s may run WebAssembly: %s', async (path, may) => {
    for (const encoding of ['identity', 'br']) {
      const policy = (await get(path, encoding)).headers['content-security-policy'] ?? ''
      expect(policy.includes("script-src 'self' 'wasm-unsafe-eval';")).toBe(may)
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toContain("'unsafe-eval'")
    }
  })

  it('is sent in parts to a player that seeks', async () => {
    const answer = await get('/video/film.mp4').set('Range', 'bytes=100-199').expect(206)
    expect(answer.headers['content-type']).toBe('video/mp4')
    expect(answer.headers['content-range']).toBe('bytes 100-199/1000')
    expect(answer.body).toEqual(film.subarray(100, 200))
    await get('/video/film.mp4').set('Range', 'bytes=1000-').expect(416)
  })
})

it.each([
  ['/robots.txt', 'text/plain; charset=utf-8', `Sitemap: ${origin}/sitemap.xml`],
  ['/sitemap.xml', 'application/xml', `<loc>${origin}/</loc>`],
])('for search engines %s holds full addresses', async (path, type, text) => {
  const answer = await get(path)
  expect(answer.headers['content-type']).toMatch(type)
  expect(answer.text).toContain(text)
})
