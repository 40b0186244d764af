import { expect, it } from 'vitest'
import { checkReleases, findRefusal, noteRelease, type Project } from './releases'

const first = { tag: '0000_first', when: 1, sql: 'create table a ();' }
const second = { tag: '0001_second', when: 2, sql: 'create table b ();' }
const changelog = '# Changelog\n\n## 1.0.0 (not released)\n\nThe first.\n'
const released: Project = {
  version: '1.0.0',
  changelog: noteRelease(changelog, [first], '2026-11-28'),
  migrations: [first],
  kept: ['1.0.0'],
}
const begun = {
  version: '1.1.0',
  changelog: released.changelog.replace('## 1.0.0', '## 1.1.0 (not released)\n\nMore.\n\n## 1.0.0'),
  migrations: [first, second],
}

it('releasing writes the day and the migrations down, again if it was done before, and touches no earlier version', () => {
  expect(released.changelog).toMatch(
    /^# Changelog\n\n## 1\.0\.0 \(2026-11-28\)\n\nThe first\.\n\nMigrations: up to 0000_first, SHA-256 [\da-f]{64}\n$/,
  )
  expect(noteRelease(released.changelog, [first], '2026-11-28')).toBe(released.changelog)
  const next = noteRelease(begun.changelog, begun.migrations, '2027-01-05')
  expect(next).toContain('## 1.1.0 (2027-01-05)\n\nMore.\n\nMigrations: up to 0001_second')
  expect(next.endsWith(released.changelog.slice('# Changelog\n\n'.length))).toBe(true)
})

it('a version is released again until it has its tag, and not where tags of earlier ones are missing', () => {
  expect(findRefusal(released, [])).toBeNull()
  expect(findRefusal(released, ['v1.0.0'])).toMatch(/^1\.0\.0 is released/)
  expect(findRefusal(begun, ['v1.0.0'])).toBeNull()
  const next = { ...begun, changelog: noteRelease(begun.changelog, begun.migrations, '2027-01-05') }
  expect(findRefusal(next, [])).toBe('Tags are missing here: v1.0.0. Fetch them first.')
  expect(findRefusal(next, ['v1.0.0', 'v1.1.0'])).toMatch(/^1\.1\.0 is released/)
})

it.each<[string, Partial<Project>, RegExp | null]>([
  ['a release', {}, null],
  ['a version that is not released yet', { changelog, migrations: [second], kept: [] }, null],
  ['the next version with a migration more', begun, null],
  ['a released migration that changed', { migrations: [{ ...first, sql: '' }] }, /are not those/],
  ['one that was dated anew', { migrations: [{ ...first, when: 2 }] }, /are not those/],
  ['one that is gone', { migrations: [second] }, /are not those/],
  ['one before it', { ...begun, migrations: [{ ...second, when: 0.5 }, first] }, /are not those/],
  ['one more in a released version', { migrations: [first, second] }, /^0001_second was added/],
  [
    'one that databases would skip',
    { ...begun, migrations: [first, { ...second, when: 1 }] },
    /skip/,
  ],
  ['a version that CHANGELOG.md lacks', { version: '1.1.0' }, /doesn’t begin with "## 1\.1\.0/],
  ['a release without its backup', { kept: [] }, /no backup that 1\.0\.0 made/],
  [
    'a version that was followed before it was released',
    { ...begun, changelog: begun.changelog.replace('2026-11-28', 'not released') },
    /^1\.0\.0 was never released/,
  ],
])('%s', (_what, changes, problem) => {
  const found = checkReleases({ ...released, ...changes })
  expect(found).toEqual(problem ? [expect.stringMatching(problem)] : [])
})
