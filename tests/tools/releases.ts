import { createHash } from 'node:crypto'

export interface Migration {
  tag: string
  /** Names it in databases. */
  when: number
  sql: string
}

export interface Project {
  /** As package.json has it. */
  version: string
  changelog: string
  migrations: Migration[]
  /** The versions with a backup in tests/releases. */
  kept: readonly string[]
}

const heading = /^## (\d+\.\d+\.\d+) \((not released|\d{4}-\d\d-\d\d)\)$/m
const frozenLine = /^Migrations: up to (\S+), SHA-256 ([\da-f]{64})\n/m

/** What stands for migrations that may not change any more. */
function freeze(migrations: readonly Migration[]): string {
  const text = JSON.stringify(migrations.map(({ tag, when, sql }) => [tag, when, sql]))
  const sum = createHash('sha256').update(text).digest('hex')
  return `Migrations: up to ${migrations.at(-1)?.tag}, SHA-256 ${sum}\n`
}

/** The versions of CHANGELOG.md, the newest first. */
const readSections = (changelog: string) =>
  changelog.split(/^(?=## )/m).flatMap((text) => {
    const [, version, date] = heading.exec(text) ?? []
    const [line, last] = frozenLine.exec(text) ?? []
    return version ? [{ version, text, isReleased: date !== 'not released', line, last }] : []
  })

/** Why a database of a released version might not be updated, a line each. */
export function checkReleases({ version, changelog, migrations, kept }: Project): string[] {
  const problems: string[] = []
  const sections = readSections(changelog)
  const [newest] = sections
  if (newest?.version !== version)
    problems.push(
      `package.json says ${version}, and CHANGELOG.md doesn’t begin with "## ${version} (not released)", or its date`,
    )
  for (const section of sections) {
    if (!section.isReleased) {
      if (section !== newest)
        problems.push(`${section.version} was never released, and a newer version follows`)
      continue
    }
    const count = migrations.findIndex(({ tag }) => tag === section.last) + 1
    const added = migrations[count]
    if (section.line !== freeze(migrations.slice(0, count)))
      problems.push(
        `the migrations are not those that CHANGELOG.md names as released with ${section.version}: put them back, and add one (npm run db:generate); as long as ${section.version} has no tag, npm run release`,
      )
    else if (section === newest && added)
      problems.push(
        `${added.tag} was added after ${version}: begin the next version in package.json and CHANGELOG.md`,
      )
    if (!kept.includes(section.version))
      problems.push(`tests/releases has no backup that ${section.version} made: npm run release`)
  }
  for (const [index, { tag, when }] of migrations.entries())
    if (when <= (migrations[index - 1]?.when ?? 0))
      problems.push(`${tag} is not later than the migration before it: databases would skip it`)
  return problems
}

/**
 * Why this version can't be released from here; null when it can, as often as it takes until it has its tag. A clone
 * without the tags of earlier versions can't tell whether this one has.
 */
export function findRefusal(
  { version, changelog }: Pick<Project, 'version' | 'changelog'>,
  tags: readonly string[],
): string | null {
  if (tags.includes(`v${version}`)) return `${version} is released: begin the next version.`
  const lacking = readSections(changelog)
    .filter((section) => section.isReleased && section.version !== version)
    .map((section) => `v${section.version}`)
    .filter((tag) => !tags.includes(tag))
  return lacking.length > 0
    ? `Tags are missing here: ${lacking.join(', ')}. Fetch them first.`
    : null
}

/** CHANGELOG.md once its newest version is released on a day, or released again. */
export function noteRelease(changelog: string, migrations: Migration[], day: string): string {
  const [newest] = readSections(changelog)
  if (!newest) throw new Error('CHANGELOG.md names no version.')
  const text = newest.text
    .replace(frozenLine, '')
    .replace(heading, `## ${newest.version} (${day})`)
    .trimEnd()
  const section = `${text}\n\n${freeze(migrations)}\n`
  return `${changelog.replace(newest.text, () => section).trimEnd()}\n`
}
