import { execFile } from 'node:child_process'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from '@shared/zod'

const versions = z.record(z.string(), z.string())

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  engines: versions,
  dependencies: versions,
  scripts: z.object({ start: z.string() }),
})

const lockSchema = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({ dev: z.boolean().optional(), devDependencies: versions.optional() }),
  ),
})

/**
 * Makes the build a package of its own: its `npm ci` installs what the server needs and nothing else,
 * in the versions of the project's lock file, and `npm start` and the operator's commands work in it.
 * It names the commit: the given one, or git's.
 */
export async function writePackage(folder: string, commit?: string): Promise<void> {
  const { name, version, engines, dependencies, ...project } = packageSchema.parse(
    await readJson('package.json'),
  )
  const start = project.scripts.start.replace('dist/server/', 'server/')
  await writeJson(join(folder, 'package.json'), {
    name,
    version,
    commit: commit?.slice(0, 12) || (await findCommit('.')),
    private: true,
    type: 'module',
    engines,
    scripts: { start, setup: 'node server/portal.js setup', portal: 'node server/portal.js' },
    dependencies,
  })
  await writeJson(join(folder, 'package-lock.json'), await readProductionLock())
  await cp('migrations', join(folder, 'migrations'), { recursive: true })
  await cp('.env.example', join(folder, '.env.example'))
}

/** As git has it, with a mark when files were changed since. A folder without a history of its own has none. */
export async function findCommit(folder: string): Promise<string> {
  const describe = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*']
  return promisify(execFile)('git', ['--git-dir=.git', ...describe], { cwd: folder }).then(
    ({ stdout }) => stdout.trim(),
    () => 'unknown',
  )
}

async function readProductionLock(): Promise<object> {
  const lock = lockSchema.parse(await readJson('package-lock.json'))
  const { devDependencies: _, ...root } = lock.packages[''] ?? {}
  const needed = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev)
  return { ...lock, packages: { '': root, ...Object.fromEntries(needed) } }
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'))
}

const writeJson = (path: string, value: object) =>
  writeFile(path, `${JSON.stringify(value, null, 2)}\n`)
