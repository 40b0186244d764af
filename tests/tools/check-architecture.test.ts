import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkArchitecture } from './architecture'
import { featureLayers } from './layers'

/** Checks made-up files; a plain text means an import of it. */
function check(files: Record<string, string>): string[] {
  const sources = Object.entries(files).map(([path, text]): [string, string] => [
    path,
    /^[@.:/\w-]+$/.test(text) ? `import { x } from '${text}'\nexport const y = x\n` : text,
  ])
  return checkArchitecture(new Map(sources))
}

const client = 'client/src'
const feature = 'server/features'

describe('an import', () => {
  it.each([
    ['client/src/lib/http.ts', '../../../server/env', 'the client never imports the server'],
    ['client/src/lib/a.test.ts', '../../../server/env', 'the client never imports the server'],
    ['server/http/pages.ts', '../../client/src/lib/http', 'the server never imports the client'],
    ['server/http/pages.ts', '@/lib/http', 'the server never imports the client'],
    ['server/env.ts', '../tests/support/app', 'only tests import tests'],
    ['client/src/main.tsx', '../../tests/support/samples', 'only tests import tests'],
    ['shared/files.ts', '../server/env', 'shared imports only zod'],
    ['shared/files.ts', '@/lib/http', 'shared imports only zod'],
    ['shared/files.ts', 'drizzle-orm', 'shared imports only zod'],
    ['shared/files.ts', 'node:fs', 'shared imports only zod'],
    ['shared/files.ts', '@zxcvbn-ts/core', 'shared imports only zod'],
    ['shared/password-verdict.ts', 'drizzle-orm', 'shared imports only zod'],

    [`${client}/pages/admin/users.tsx`, '@/app/guards', 'pages never imports app'],
    [`${client}/pages/admin/users.tsx`, '@/pages/site/hero', 'pages of another folder'],
    [`${client}/pages/admin/users.tsx`, '../site/hero', 'pages of another folder'],
    [`${client}/features/files/table.tsx`, '@/pages/site/hero', 'features never imports pages'],
    [`${client}/features/files/table.tsx`, '@/features/users/api', 'except the session hook'],
    [`${client}/features/files/table.tsx`, '../accounts/api', 'except the session hook'],
    [`${client}/ui/button.tsx`, '@/features/files/table', 'ui never imports features'],
    [`${client}/ui/button.tsx`, '@/content/faq', 'ui never imports content'],
    [`${client}/ui/button.tsx`, '@/lib/http', 'ui imports of lib only format'],
    [`${client}/lib/http.ts`, '@/ui/toast', 'lib never imports ui'],
    [`${client}/lib/http.ts`, '@/features/users/api', 'lib never imports features'],
    [`${client}/content/faq.ts`, '@/ui/button', 'content never imports ui'],
    [`${client}/pages/site/hero.tsx`, '../../main', 'pages never imports app'],

    ['server/env.ts', './db/client', 'env never imports db'],
    ['server/env-values.ts', './db/client', 'env never imports db'],
    ['server/storage/disk.ts', '../db/client', 'storage never imports db'],
    ['server/storage/disk.ts', '../http/guards', 'storage never imports http'],
    ['server/errors.ts', './http/guards', 'base never imports http'],
    ['server/db/claim.ts', '../features/files/queries', 'db never imports features'],
    ['server/db/claim.ts', '../http/guards', 'db never imports http'],
    ['server/http/guards.ts', '../features/accounts/queries', 'http never imports features'],
    ['server/http/guards.ts', '../db/client', 'http imports only types of db'],
    ['server/http/guards.ts', '../app', 'http never imports app'],
    [`${feature}/files/queries.ts`, '../../app', 'features never imports app'],
    [`${feature}/files/queries.ts`, '../../cli/dev', 'features never imports start'],
    ['server/app.ts', './index', 'app never imports start'],
    ['server/jobs.ts', './cli/dev', 'app never imports start'],

    [`${feature}/files/policy.ts`, './routes', 'only app.ts imports routes'],
    [`${feature}/files/link-file.ts`, './admin-routes', 'only app.ts imports routes'],
    ['server/cli/dev.ts', '../features/files/routes', 'only app.ts imports routes'],
    [`${feature}/files/link-file.ts`, '../users/policy', 'only operations and queries'],
    [`${feature}/files/link-file.ts`, '../users/presenter', 'only operations and queries'],
    [`${feature}/files/link-file.ts`, '../users/admin-routes', 'only app.ts imports routes'],
    [`${feature}/files/queries.ts`, 'express', 'only routes import express'],
    [`${feature}/files/link-file.ts`, 'express', 'only routes import express'],
    [`${feature}/files/fsck/files.ts`, 'express', 'only routes import express'],
    [`${feature}/files/fsck/files.ts`, '../../users/policy', 'only operations and queries'],
    [`${feature}/files/routes.ts`, 'drizzle-orm', 'routes never touch the database'],
    [`${feature}/files/admin-routes.ts`, '../../db/schema/files', 'never touch the database'],
    [`${feature}/files/queries.ts`, '../users/queries', 'files is no layer above users'],
    [`${feature}/files/queries.ts`, '../messages/queries', 'files is no layer above messages'],
    [`${feature}/others/queries.ts`, '../audit/queries', 'others is in no layer'],
    [`${feature}/files/routes.ts`, '../audit/record-event', 'the audit trail to operations'],
    [`${feature}/files/policy.ts`, 'drizzle-orm/pg-core', 'policy never touch the database'],
    [`${feature}/files/presenter.ts`, '../../db/schema/files', 'never touch the database'],
  ])('in %s of %s is refused', (path, specifier, problem) => {
    expect(check({ [path]: specifier })).toContainEqual(
      expect.stringMatching(new RegExp(`^${path}: imports .*${problem}`)),
    )
  })

  it.each([
    ['shared/files.ts', 'zod'],
    ['shared/password-verdict.ts', '@zxcvbn-ts/core'],
    ['shared/files.ts', './lists'],
    ['shared/files.test.ts', 'vitest'],
    ['server/env.test.ts', '../tests/support/app'],
    ['tests/support/app.ts', '../../server/app'],
    ['lab/bench/run.ts', '../../tests/support/app'],
    [`${client}/main.tsx`, './app/router'],
    [`${client}/app/router.tsx`, '@/pages/site/hero'],
    [`${client}/pages/admin/users.tsx`, './users/row'],
    [`${client}/pages/admin/users/row.tsx`, '../table'],
    [`${client}/pages/admin/users.tsx`, '@/features/users/api'],
    [`${client}/features/files/table.tsx`, '@/features/accounts/use-session'],
    [`${client}/features/files/table.tsx`, '@shared/files'],
    [`${client}/ui/button.tsx`, '@/lib/format'],
    [`${client}/ui/button.tsx`, '@/lib/class-names'],
    [`${client}/ui/toast.test.tsx`, '@/lib/http'],
    ['server/index.ts', './app'],
    ['server/cli/dev.ts', '../env'],
    ['server/app.ts', './features/files/admin-routes'],
    ['server/jobs.ts', './features/files/jobs'],
    ['server/db/claim.ts', '../errors'],
    ['server/http/guards.ts', '../errors'],
    ['server/http/pages.ts', 'express'],
    [`${feature}/files/routes.ts`, 'express'],
    [`${feature}/files/link-file.ts`, 'drizzle-orm'],
    [`${feature}/files/link-file.ts`, '../audit/record-event'],
    [`${feature}/files/link-file.ts`, '../mail/queries'],
    [`${feature}/files/jobs.ts`, '../../db/schema/files'],
  ])('in %s of %s is fine', (path, specifier) => {
    expect(check({ [path]: specifier })).toEqual([])
  })

  it('of a type of the database is fine for http, which may not use it', () => {
    const uses = "import type { Database } from '../db/client'\nexport type Db = Database\n"
    expect(check({ 'server/http/context.ts': uses })).toEqual([])
  })

  it.each([
    ['re-exported', "export { x } from '@/pages/site/hero'\nexport const y = 1\n"],
    ['exported with everything', "export * from '@/pages/site/hero'\nexport const y = 1\n"],
    ['imported for its effect', "import '@/pages/site/hero'\nexport const y = 1\n"],
    ['imported when needed', "export const load = () => import('@/pages/site/hero')\n"],
    ['imported as a type', "export type Hero = import('@/pages/site/hero').Hero\n"],
    ['imported as a worker', "import url from '@/pages/site/hero?worker'\nexport const y = url\n"],
  ])('counts when it is %s', (_how, source) => {
    expect(check({ [`${client}/features/files/table.tsx`]: source })).toEqual([
      expect.stringContaining('features never imports pages'),
    ])
  })

  it('counts only where it is code', () => {
    const source = [
      "// import { x } from '@/pages/site/hero'",
      '/* export * from "@/pages/site/hero" */',
      "export const text = `import '@/pages/site/hero'`",
      'export const quoted = \'import "@/pages/site/hero"\'',
      "export const Note = () => <p>Don't import('@/pages/site/hero') // here</p>",
    ]
    expect(check({ [`${client}/features/files/table.tsx`]: source.join('\n') })).toEqual([])
  })
})

describe('a circle of imports', () => {
  it('is found however long it is, and told once', () => {
    const circle = { 'shared/a.ts': './b', 'shared/b.ts': './c', 'shared/c.ts': './a' }
    expect(check(circle)).toEqual([
      'shared/a.ts: imports itself in a circle, a.ts → b.ts → c.ts → a.ts',
    ])
    expect(check({ 'shared/a.ts': './b', 'shared/b.ts': './c', 'shared/c.ts': 'zod' })).toEqual([])
    expect(check({ 'shared/a.ts': './a' })).toHaveLength(1)
  })

  it('of two features is one, too', () => {
    const files = {
      [`${feature}/a/do-one.ts`]: '../b/do-two',
      [`${feature}/b/do-two.ts`]: '../a/do-one',
    }
    expect(check(files)).toContainEqual(
      expect.stringContaining('do-one.ts → do-two.ts → do-one.ts'),
    )
  })
})

describe('a file', () => {
  const one = 'export const one = 1\n'

  it.each([
    ['server/features/files/LinkFile.ts', one, 'is not named in kebab-case'],
    ['client/src/ui/file_drop.tsx', one, 'is not named in kebab-case'],
    ['client/src/Pages/hero.tsx', one, 'is not named in kebab-case'],
    ['server/http/pages.ts', one.repeat(251), 'has 251 lines, more than 250'],
    ['client/src/app/styles.css', 'a {}\n'.repeat(300), 'has 300 lines, more than 250'],
    ['server/http/pages.ts', 'export default 1\n', 'has a default export'],
    ['server/http/pages.ts', 'const x = 1\nexport { x as default }\n', 'has a default export'],
    [
      'client/src/ui/index.ts',
      "export * from './button'\nexport { y } from './y'\n",
      'only re-exports',
    ],
    ['server/http/logger.ts', 'export const x = process.env.LEVEL\n', 'reads process.env'],
    ['server/env-values.ts', 'export const x = process.env.LEVEL\n', 'reads process.env'],
    ['server/http/logger.ts', "export const x = process.env['LEVEL']\n", 'reads process.env'],
    ['client/src/lib/http.ts', 'export const { x } = process.env\n', 'reads process.env'],
    [
      'server/cli/dev.ts',
      "import { env } from 'node:process'\nexport const x = env\n",
      'reads process.env',
    ],
    [
      `${feature}/files/admin-routes.ts`,
      'export const x = () => db.transaction(async () => {})\n',
      'opens a transaction',
    ],
    ['shared/text.ts', 'export const = 1\n', 'is no TypeScript'],
  ])('%s of this kind is refused', (path, source, problem) => {
    expect(check({ [path]: source })).toEqual([expect.stringContaining(`${path}: ${problem}`)])
  })

  it.each([
    ['server/http/pages.ts', one.repeat(250)],
    ['server/http/pages.api.test.ts', one.repeat(900)],
    ['tests/support/portal/app.ts', one.repeat(900)],
    ['client/src/content/legal/terms.ts', one.repeat(900)],
    ['lab/art/make-covers.ts', one.repeat(900)],
    ['vite.config.ts', 'export default process.env\n'],
    ['tests/support/global-setup.ts', 'export default function setup() {}\n'],
    ['server/env.ts', 'export const x = process.env\n'],
    ['tests/tools/run-all.ts', 'export const x = process.env\n'],
    ['client/src/env.d.ts', 'declare const brand: string\n'],
    ['uploads/.gitkeep', ''],
    ['migrations/0000_tables.sql', 'select 1'],
  ])('%s of this kind is fine', (path, source) => {
    expect(check({ [path]: source })).toEqual([])
  })

  it('belongs to a known place', () => {
    const files = { 'src/app.ts': one, 'notes.txt': '', 'README.md': '', '.env.example': '' }
    expect(check(files)).toEqual([
      'src: does not belong at the top level',
      'notes.txt: does not belong at the top level',
    ])
  })
})

it('the README draws the layers of the server’s features', () => {
  const drawn = featureLayers.map((layer) => `${layer.join('   ')}\n`).join('')
  expect(readFileSync('README.md', 'utf8')).toContain(`\n\`\`\`\n${drawn}\`\`\`\n`)
})
