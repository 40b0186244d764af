import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/** Of each section of ASVS 5.0 the levels of its lines 1, 2, 3 …, as far as level 2 asks for them. */
const levelsOf: Record<string, string> = {
  'V1.1': '22',
  'V1.2': '111112222',
  'V1.3': '11222222222',
  'V1.4': '222',
  'V1.5': '12',
  'V2.1': '122',
  'V2.2': '112',
  'V2.3': '1222',
  'V2.4': '2',
  'V3.2': '11',
  'V3.3': '1222',
  'V3.4': '112222',
  'V3.5': '11122',
  'V3.7': '22',
  'V4.1': '122',
  'V4.2': '2',
  'V4.3': '22',
  'V4.4': '1222',
  'V5.1': '2',
  'V5.2': '112',
  'V5.3': '11',
  'V5.4': '222',
  'V6.1': '122',
  'V6.2': '111111112222',
  'V6.3': '1122',
  'V6.4': '1122',
  'V6.5': '22222',
  'V6.6': '222',
  'V6.8': '2222',
  'V7.1': '222',
  'V7.2': '1111',
  'V7.3': '22',
  'V7.4': '11222',
  'V7.5': '22',
  'V7.6': '22',
  'V8.1': '12',
  'V8.2': '112',
  'V8.3': '1',
  'V8.4': '2',
  'V9.1': '111',
  'V9.2': '1222',
  'V10.1': '22',
  'V10.2': '22',
  'V10.3': '2222',
  'V10.4': '11111222222',
  'V10.5': '22222',
  'V10.6': '22',
  'V10.7': '222',
  'V11.1': '22',
  'V11.2': '222',
  'V11.3': '112',
  'V11.4': '1222',
  'V11.5': '2',
  'V11.6': '2',
  'V12.1': '122',
  'V12.2': '11',
  'V12.3': '2222',
  'V13.1': '2',
  'V13.2': '22222',
  'V13.3': '22',
  'V13.4': '12222',
  'V14.1': '22',
  'V14.2': '1222',
  'V14.3': '122',
  'V15.1': '122',
  'V15.2': '122',
  'V15.3': '1222222',
  'V16.1': '2',
  'V16.2': '22222',
  'V16.3': '2222',
  'V16.4': '222',
  'V16.5': '222',
  'V17.1': '2',
  'V17.2': '2222',
  'V17.3': '22',
}
const asked = Object.entries(levelsOf).flatMap(([section, levels]) =>
  Array.from(levels, (level, index) => ({ line: `${section}.${index + 1}`, level })),
)

const path = 'docs/audit/asvs.md'
const text = readFileSync(path, 'utf8')
const packages = readFileSync('package.json', 'utf8')
const [about = '', notAbout = ''] = text.split('## Not about this portal')
const rows = about
  .split('\n')
  .filter((row) => /^\| V\d/.test(row))
  .map((row) => row.split('|').map((cell) => cell.trim()))
  .map(([, line = '', level = '', answer = '', , tests = '']) => ({ line, level, answer, tests }))

/** As GitHub names the heading in a link to it. */
const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')

function headingsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, name = '']) => slug(name))
}

it('names every line of levels 1 and 2 once, with its level', () => {
  const elsewhere = notAbout.match(/V\d+\.\d+\.\d+/g) ?? []
  const named = [...rows.map(({ line }) => line), ...elsewhere]
  expect(named.toSorted()).toEqual(asked.map(({ line }) => line).toSorted())
  const levels = new Map(asked.map(({ line, level }) => [line, level]))
  for (const { line, level } of rows) expect([line, level]).toEqual([line, levels.get(line)])
})

it('names only files, tests and headings that there are', () => {
  const files = [...text.matchAll(/`((?:server|client|shared|tests|docs)\/[^`]*)`/g)]
  const gone = files.map(([, file = '']) => file).filter((file) => !existsSync(file))
  expect(gone).toEqual([])
  const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name)
  expect(commands.filter((name) => !packages.includes(`"${name}":`))).toEqual([])
  for (const [, target = ''] of text.matchAll(/\]\(([^)]+)\)/g)) {
    const [file = '', heading] = target.split('#')
    const linked = join(dirname(path), file)
    expect([linked, existsSync(linked)]).toEqual([linked, true])
    if (heading) expect(headingsOf(linked)).toContain(heading)
  }
})

it('has a test or code for what is met, and the risk of what is not', () => {
  const risks = readFileSync('docs/security.md', 'utf8').split('## What is not met')[1] ?? ''
  for (const { line, answer, tests } of rows) {
    if (answer !== 'met') expect([line, risks.includes(`${line} `)]).toEqual([line, true])
    else expect([line, tests]).toEqual([line, expect.stringContaining('`')])
  }
  const told = risks.split('\n## ')[0]?.match(/V\d+\.\d+\.\d+/g) ?? []
  const unmet = rows.filter(({ answer }) => answer !== 'met').map(({ line }) => line)
  expect([...new Set(told)].toSorted()).toEqual(unmet.toSorted())
})
