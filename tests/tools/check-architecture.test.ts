import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checkArchitecture } from './architecture'
import { featureLayers } from './layers'

/** Checks made-up files, given by path with what they import, or with their text. */
function check(files: Record<string, string>): string[] {
  const sources = Object.entries(files).map(([path, text]): [string, string] => [
    path,
    /^[@.:/\w-]+$/.test(text) ? `import { x } from '${text}'\nexport const y = x\n` : text,
  ])
  return checkArchitecture(new Map(sources))
}

const feature = 'server/features/files'

/** One import against each rule, and one that is like it and fine. */
it.each([
  ['client/src/lib/a.ts', '../../../server/env', 'the client never imports the server', './http'],
  ['server/http/a.ts', '@/lib/http', 'the server never imports the client', '@shared/files'],
  ['server/env.ts', '../tests/support/app', 'only tests import tests', './env-values'],
  ['shared/a.ts', 'drizzle-orm', 'shared imports only zod', 'zod'],
  ['shared/password-verdict.ts', 'node:fs', 'shared imports only zod', '@zxcvbn-ts/core'],
  ['tests/support/a.ts', '../../lab/run', 'nothing imports the lab', '../../server/app'],
  ['client/src/pages/admin/a.tsx', '@/app/guards', 'pages never imports app', '@/ui/button'],
  ['client/src/pages/admin/a.tsx', '@/pages/site/hero', 'pages of another folder', './b'],
  ['client/src/features/files/a.tsx', '@/features/users/api', 'session hook', '@/features/files/b'],
  ['client/src/ui/a.tsx', '@/lib/http', 'ui imports of lib only announce', '@/lib/format'],
  ['server/storage/a.ts', '../db/client', 'storage never imports db', '../errors'],
  ['server/http/a.ts', '../db/client', 'http imports only types of db', 'express'],
  [`${feature}/a.ts`, './routes', 'only app.ts imports routes', './policy'],
  [`${feature}/a.ts`, '../users/policy', 'only operations and queries', '../mail/queries'],
  [`${feature}/a.ts`, 'express', 'only routes import express', 'drizzle-orm'],
  [`${feature}/routes.ts`, 'drizzle-orm', 'routes never touch the database', 'express'],
  [`${feature}/routes.ts`, '../audit/record-event', 'the audit trail to operations', './a'],
  [`${feature}/queries.ts`, '../users/queries', 'files is no layer above users', '../mail/queries'],
])('in %s an import of %s is refused: %s; one of %s is fine', (path, refused, problem, fine) => {
  const expected = expect.stringMatching(new RegExp(`^${path}: imports .*${problem}`))
  expect(check({ [path]: refused })).toContainEqual(expected)
  expect(check({ [path]: fine })).toEqual([])
})

it('an import counts however it is written, and only where it is code', () => {
  const hero = '@/pages/site/hero'
  const written = [
    `export * from '${hero}'\nexport const y = 1`,
    `export const load = () => import('${hero}')`,
    `export type Hero = import('${hero}').Hero`,
    `import url from '${hero}?worker'\nexport const y = url`,
  ]
  for (const source of written)
    expect(check({ 'client/src/features/files/a.tsx': source })).toHaveLength(1)
  const text = `// import { x } from '${hero}'\nexport const text = \`import '${hero}'\`\n`
  expect(check({ 'client/src/features/files/a.tsx': text })).toEqual([])
})

it('a circle of imports is told once', () => {
  expect(check({ 'shared/a.ts': './b', 'shared/b.ts': './c', 'shared/c.ts': './a' })).toEqual([
    'shared/a.ts: imports itself in a circle, a.ts → b.ts → c.ts → a.ts',
  ])
})

it.each([
  ['client/src/ui/file_drop.tsx', 'export const one = 1\n', 'is not named in kebab-case'],
  ['server/http/pages.ts', 'export const one = 1\n'.repeat(251), 'has 251 lines, more than 250'],
  ['server/http/pages.ts', 'const x = 1\nexport { x as default }\n', 'has a default export'],
  ['client/src/ui/index.ts', "export * from './button'\n", 'only re-exports'],
  ['server/http/a.ts', "export const x = process.env['LEVEL']\n", 'reads process.env'],
  [
    `${feature}/routes.ts`,
    'export const x = () => db.transaction(() => 1)\n',
    'opens a transaction',
  ],
  ['shared/text.ts', 'export const = 1\n', 'is no TypeScript'],
])('%s with %j is refused: %s', (path, source, problem) => {
  expect(check({ [path]: source })).toEqual([expect.stringContaining(`${path}: ${problem}`)])
})

it('what is fine elsewhere, and what does not belong at the top level', () => {
  const long = 'export const one = 1\n'.repeat(251)
  const files = {
    'client/src/content/terms.ts': long,
    'server/http/pages.test.ts': long,
    'server/env.ts': 'export const x = process.env\n',
    'vite.config.ts': 'export default process.env\n',
    'src/app.ts': 'export const one = 1\n',
  }
  expect(check(files)).toEqual(['src: does not belong at the top level'])
})

it('the README draws the layers of the server’s features', () => {
  const drawn = featureLayers.map((layer) => `${layer.join('   ')}\n`).join('')
  expect(readFileSync('README.md', 'utf8')).toContain(`\n\`\`\`\n${drawn}\`\`\`\n`)
})
