import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from '@shared/zod'

const journalSchema = z.looseObject({ entries: z.array(z.unknown()) })

/** What the migration of the next release adds; slow enough to be killed in it. */
const migration = `alter table files add column later_note text not null default 'none';
--> statement-breakpoint
select pg_sleep(0.2);`

/**
 * The next release: the build with one migration more, in a folder from which it can run until it is removed.
 * `when` is the time of that migration in the journal.
 */
export async function buildLaterRelease() {
  // Inside of the project, where the build finds its packages.
  await mkdir('tests/.artifacts', { recursive: true })
  const build = await mkdtemp(join('tests', '.artifacts', 'release-'))
  await cp('dist', build, { recursive: true })
  const journalPath = join(build, 'migrations/meta/_journal.json')
  const journal = journalSchema.parse(JSON.parse(await readFile(journalPath, 'utf8')))
  const idx = journal.entries.length
  const tag = `${String(idx).padStart(4, '0')}_later`
  const when = Date.now()
  journal.entries.push({ idx, version: '7', when, tag, breakpoints: true })
  await writeFile(journalPath, JSON.stringify(journal))
  await writeFile(join(build, 'migrations', `${tag}.sql`), migration)
  const remove = () => rm(build, { recursive: true, force: true })
  return { build, program: join(build, 'server/index.js'), when, remove }
}
