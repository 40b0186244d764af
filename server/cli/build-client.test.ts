import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import express from 'express'
import request from 'supertest'
import { describe, expect, it } from 'vitest'
import { pages } from '@shared/pages'
import { servePages } from '../http/pages'
import { clientFolder } from '../install-folder'

const origin = 'https://portal.example'
const app = express().use(servePages(clientFolder, origin))

const filesOf = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const isPrivate = (path: string) =>
  path === pages.dashboard || path === pages.account || path.startsWith(pages.admin)
const { login, resetPassword, confirmEmail, verifyEmail, stopEmailChange, meet, confirmation } =
  pages
const { emailChoices } = pages
const byLink: readonly string[] = [
  resetPassword,
  confirmEmail,
  verifyEmail,
  stopEmailChange,
  meet,
  pages.photo,
  emailChoices,
]
const unlisted: readonly string[] = [login, confirmation, ...byLink]
const paths = Object.values(pages)
const listed = [
  ...paths.filter((path) => !isPrivate(path) && !unlisted.includes(path)),
  ...[1, 2, 3, 4, 5, 6].map((id) => `${pages.blog}?article=${id}`),
]

const page = async (path: string) => (await request(app).get(path).expect(200)).text
const first = (text: string, pattern: RegExp) => pattern.exec(text)?.[1]

describe('the built client', () => {
  it.each(listed)(
    '%s has its head with a picture that is there, and nothing of the origin left open',
    async (path) => {
      const html = await page(path)
      const canonical = path === pages.ftcDisclosures ? pages.disclosures : path
      expect(first(html, /<link rel="canonical" href="([^"]+)"/)).toBe(origin + canonical)
      expect(first(html, /property="og:url" content="([^"]+)"/)).toBe(origin + canonical)
      // A slow connection shows the portal’s name and what the page is about long before the app.
      const root = html.slice(html.indexOf('<div id="root">'))
      expect(root).toContain('>Credit Partner Portal</span')
      expect(root).toMatch(/<h1[^>]*>[^<]{7,}<\/h1>/)
      expect(html).not.toContain('__PUBLIC_ORIGIN__')
      expect(html).not.toContain('noindex')

      const image = first(html, /property="og:image" content="([^"]+)"/)
      const file = await request(app).get(String(image).replace(origin, ''))
      expect(file.status).toBe(200)
      expect(file.headers['content-type']).toBe('image/png')
      // A PNG says its size at a fixed place.
      expect([file.body.readUInt32BE(16), file.body.readUInt32BE(20)]).toEqual([1200, 630])
    },
  )

  it('gives every listed page a title of its own', async () => {
    const originals = listed.filter((path) => path !== pages.ftcDisclosures)
    const titles = await Promise.all(
      originals.map(async (path) => first(await page(path), /<title>([^<]+)<\/title>/)),
    )
    expect(new Set(titles).size).toBe(originals.length)
  })

  it('keeps private pages, the login and the confirmation out of search engines', async () => {
    for (const path of paths.filter((known) => isPrivate(known) || unlisted.includes(known))) {
      expect([path, (await page(path)).includes('content="noindex"')]).toEqual([path, true])
    }
    const missing = await request(app).get('/nowhere').expect(404)
    expect(missing.text).toContain('content="noindex"')
    expect(missing.text).toContain('<title>404 Page Not Found')
  })

  it('holds structured data that can be read', async () => {
    for (const path of [pages.home, pages.support, pages.blog, `${pages.blog}?article=4`]) {
      const json = first(await page(path), /<script type="application\/ld\+json">(.*?)<\/script>/s)
      expect(JSON.parse(String(json))).toMatchObject({ '@context': 'https://schema.org' })
    }
  })

  it('only names files that are there, and runs no script of its own', async () => {
    const named = new Set<string>()
    for (const path of listed) {
      const html = await page(path)
      for (const [, file] of html.matchAll(/(?:src|href)="(\/[^"]+)"/g)) named.add(String(file))
      expect(html).not.toMatch(/<script(?![^>]*(?:src=|ld\+json))/)
    }
    expect(named.size).toBeGreaterThan(8)
    for (const file of named) await request(app).head(file).expect(200)
  })

  it('loads the two Latin fonts early', async () => {
    const fonts = [...(await page('/')).matchAll(/rel="preload" as="font"[^>]*href="([^"]+)"/g)]
    expect(fonts.map(([, file]) => String(file).replace(/-[^-]+\.woff2$/, '')).toSorted()).toEqual([
      '/assets/fraunces-latin-wght-normal',
      '/assets/inter-latin-wght-normal',
    ])
  })

  it('lists exactly its public pages and articles in the sitemap', async () => {
    const xml = await request(app).get('/sitemap.xml').buffer(true).expect(200)
    const text = xml.text
    expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]+">\n/)
    const addresses = [...text.matchAll(/ {2}<url><loc>([^<&]+)<\/loc><\/url>\n/g)].map(
      ([, address]) => String(address),
    )
    const expected = listed.filter((path) => path !== pages.ftcDisclosures)
    expect(addresses.toSorted()).toEqual(expected.map((path) => origin + path).toSorted())
  })

  it('lets robots read the public pages only', async () => {
    const { text } = await request(app).get('/robots.txt').expect(200)
    expect(text.match(/^Disallow: .*$/gm)).toEqual([
      'Disallow: /admin',
      'Disallow: /dashboard',
      'Disallow: /account',
      'Disallow: /photo',
      'Disallow: /meet',
      'Disallow: /email-choices',
      'Disallow: /api',
      'Disallow: /uploads',
    ])
    expect(text).toContain(`\nSitemap: ${origin}/sitemap.xml\n`)
  })

  it('contains no source maps and no traces of the build', () => {
    const names = filesOf(clientFolder).map((file) => file.slice(clientFolder.length))
    expect(names.filter((name) => /\.map|manifest\.json|\/\./.test(name))).toEqual([])
  })

  it('has small scripts and styles in both stored forms', () => {
    for (const file of filesOf(join(clientFolder, 'assets'))) {
      if (!/\.(js|css)$/.test(file) || statSync(file).size < 512) continue
      expect(statSync(`${file}.br`).size).toBeLessThan(statSync(file).size)
      expect(statSync(`${file}.gz`).size).toBeLessThan(statSync(file).size)
    }
  })
})
