import { execFileSync, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { z } from '@shared/zod'
import { keepRelease, listKeptReleases } from '@tests/support/portal/kept-release'
import { checkReleases, findRefusal, noteRelease, type Project } from './releases'

const changelogPath = 'CHANGELOG.md'
const manifest = z.object({ version: z.string() })
const journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })

const readText = (path: string) => readFile(path, 'utf8')

async function readProject(): Promise<Project> {
  const { entries } = journal.parse(JSON.parse(await readText('migrations/meta/_journal.json')))
  return {
    ...manifest.parse(JSON.parse(await readText('package.json'))),
    changelog: await readText(changelogPath),
    migrations: await Promise.all(
      entries.map(async (entry) => ({
        ...entry,
        sql: await readText(`migrations/${entry.tag}.sql`),
      })),
    ),
    kept: await listKeptReleases(),
  }
}

const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout ?? ''

/** Those of this clone, and of where it comes from, if that answers. */
function listTags(): string[] {
  const there = [...git('ls-remote', '--tags').matchAll(/refs\/tags\/(\S+)/g)]
  return [...git('tag').split('\n'), ...there.map(([, tag = '']) => tag)]
}

/** `npm run release`: keeps a backup that this version makes, and fixes its migrations in CHANGELOG.md. */
async function release(): Promise<void> {
  const { version, changelog, migrations } = await readProject()
  const refusal = findRefusal({ version, changelog }, listTags())
  if (refusal) throw new Error(refusal)
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' })
  await keepRelease(version)
  const day = new Date().toISOString().slice(0, 10)
  await writeFile(changelogPath, noteRelease(changelog, migrations, day))
}

if (process.argv[2] !== 'check') await release()
const problems = checkReleases(await readProject())
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else console.log('Released versions stand as they were.')
