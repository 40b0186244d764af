import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import express from 'express'
import request from 'supertest'
import { describe, expect, it } from 'vitest'
import { pages } from '@shared/pages'
import { servePages } from '../http/pages'
import { clientFolder } from '../install-folder'

const app = express().use(servePages(clientFolder, 'https://portal.example'))
const page = async (path: string) => (await request(app).get(path).expect(200)).text

const assets = join(clientFolder, 'assets')
const scripts = () => readdirSync(assets).filter((file) => file.endsWith('.js'))

const namesIn = (script: string, pattern: RegExp) =>
  [...readFileSync(join(assets, script), 'utf8').matchAll(pattern)].map(([, named]) =>
    String(named),
  )

/** What a script imports before it runs; what import() asks for comes later. */
const importsOf = (script: string) => namesIn(script, /(?:from|import)\s*"\.\/([^"]+\.js)"/g)
const asksLaterFor = (script: string) => namesIn(script, /import\([`"]\.\/([^`"]+\.js)[`"]/g)

/** The scripts that must be there before a page is drawn whose own chunk has this name. */
async function scriptsBefore(chunk: string) {
  const html = await page(pages.dashboard)
  const named = [...html.matchAll(/="\/assets\/([^"]+\.js)"/g)].map(([, file]) => String(file))
  const own = scripts().find((file) => new RegExp(`^${chunk}-[^.]+\\.js$`).test(file))
  return withImports([...named, String(own)])
}

function withImports(files: readonly string[]): string[] {
  const needed = new Set<string>()
  const need = (file: string) => {
    if (needed.has(file)) return
    needed.add(file)
    importsOf(file).forEach(need)
  }
  files.forEach(need)
  return [...needed]
}

/** Scripts that import each other, each round as a path that ends where it began. */
function findRounds(): string[] {
  const done = new Set<string>()
  const rounds: string[] = []
  const visit = (script: string, path: readonly string[]) => {
    const before = path.indexOf(script)
    if (before >= 0) rounds.push([...path.slice(before), script].join(' > '))
    if (before >= 0 || done.has(script)) return
    for (const imported of importsOf(script)) visit(imported, [...path, script])
    done.add(script)
  }
  for (const script of scripts()) visit(script, [])
  return rounds
}

describe('the scripts of the built client', () => {
  /** Words of libraries that outlive minifying. */
  const libraries = { react: 'createRoot', zod: 'ZodObject', 'react-hook-form': 'shouldUnregister' }

  function weigh(files: readonly string[]) {
    const contents = files.map((file) => readFileSync(file))
    const has = (word: string) => contents.some((content) => content.includes(word))
    return {
      libraries: Object.entries(libraries).flatMap(([name, word]) => (has(word) ? [name] : [])),
      kilobytes: contents.reduce((sum, content) => sum + gzipSync(content).length, 0) / 1000,
      files: files.length,
    }
  }

  /** The scripts that a page's HTML asks for. */
  async function scriptsOf(path: string) {
    const asks = /(?:"module"|"modulepreload") /
    const lines = (await page(path)).split('\n').filter((line) => asks.test(line))
    return weigh(
      lines.map((line) => join(clientFolder, String(/="(\/assets\/[^"]+)"/.exec(line)?.[1]))),
    )
  }

  // What a script makes of another's contents while it loads would depend on which of them is run first.
  it('has no scripts that import each other', () => {
    expect(scripts().length).toBeGreaterThan(50)
    expect(scripts().some((script) => importsOf(script).length > 5)).toBe(true)
    expect(findRounds()).toEqual([])
  })

  // Forms, and the panel of an open row, follow while the page is idle.
  it.each([
    ['dashboard-page', ['account-frame', 'dashboard-page'], 160],
    ['referral-dashboard', ['account-frame', 'dashboard-page', 'referral-dashboard'], 161.8],
    ['overview-page', ['admin-area', 'overview-page'], 174.3],
    ['users-page', ['admin-area', 'users-page'], 200],
    ['reports-page', ['admin-area', 'reports-page'], 200],
    ['credentials-page', ['admin-area', 'credentials-page'], 200],
  ])('%s is drawn without forms and zod, in less than so many kB', async (_page, chunks, most) => {
    const files = new Set((await Promise.all(chunks.map(scriptsBefore))).flat())
    expect(files.size).toBeGreaterThan(5)
    const weighed = weigh([...files].map((file) => join(assets, file)))
    expect(weighed.libraries).toEqual(['react'])
    expect(weighed.kilobytes).toBeLessThan(most)
  })

  // Not now, and not by what they ask for once they are drawn: the app itself asks for other pages only when they are
  // opened, and for dialogs ahead only for someone who is logged in.
  it.each([
    ['blog-page', 135],
    ['terms-page', 115],
    ['privacy-page', 115],
    ['disclosures-page', 115],
    ['dispute-resolution-page', 115],
    ['communications-compliance-page', 115],
    ['sitemap-page', 110],
    ['not-found-page', 100],
  ])('%s, which is read, brings nothing of forms, in less than %i kB', async (chunk, most) => {
    const before = await scriptsBefore(chunk)
    const own = before.filter((script) => !script.startsWith('index-'))
    const after = withImports(own.flatMap(asksLaterFor))
    const weighed = weigh(before.map((file) => join(assets, file)))
    expect(weighed.kilobytes).toBeLessThan(most)
    expect(weighed.libraries).toEqual(['react'])
    expect(weigh(after.map((file) => join(assets, file))).libraries).not.toContain('zod')
  })

  it('what is read on the support page is there without forms, in less than 115 kB', async () => {
    const weighed = weigh((await scriptsBefore('support-page')).map((file) => join(assets, file)))
    expect(weighed.libraries).toEqual(['react'])
    expect(weighed.kilobytes).toBeLessThan(115)
  })

  // On /onboarding the form follows once the words are painted: its HTML does not name it.
  it.each([
    [pages.home, 100],
    [pages.onboarding, 111],
  ])('%s is painted without forms and zod, in less than %i kB', async (path, most) => {
    const loaded = await scriptsOf(path)
    expect(loaded.libraries).toEqual(['react'])
    expect(loaded.kilobytes).toBeLessThan(most)
    expect(loaded.files).toBeLessThanOrEqual(10)
  })
})
