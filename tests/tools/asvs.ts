import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Of each chapter of ASVS 5.0, by section, the levels of its lines 1, 2, 3 …, as far as level 2 asks
 * for them; '-' for a section of level 3.
 */
const levels = `
V1 22 111112222 11222222222 222 12
V2 122 112 1222 2
V3 - 11 1222 112222 11122 - 22
V4 122 2 22 1222
V5 2 112 11 222
V6 122 111111112222 1122 1122 22222 222 - 2222
V7 222 1111 22 11222 22 22
V8 12 112 1 2
V9 111 1222
V10 22 22 2222 11111222222 22222 22 222
V11 22 222 112 1222 2 2
V12 122 11 2222
V13 2 22222 22 12222
V14 22 1222 122
V15 122 122 1222222
V16 2 22222 2222 222 222
V17 2 2222 22`
const asked = levels.split('\n').flatMap((row) => {
  const [chapter = '', ...sections] = row.split(' ')
  return sections.flatMap((section, at) =>
    Array.from(section.replace('-', ''), (level, index) => ({
      line: `${chapter}.${at + 1}.${index + 1}`,
      level,
    })),
  )
})

const path = 'docs/audit/asvs.md'

/** As GitHub names the heading in a link to it. */
const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')

const headingsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, name = '']) => slug(name))

/** Lines of levels 1 and 2 that the document lacks, has twice or answers without a place; names that are gone. */
export function listAsvsFaults(): string[] {
  const text = readFileSync(path, 'utf8')
  const [about = '', notAbout = ''] = text.split('## Not about this portal')
  const rows = about
    .split('\n')
    .filter((row) => /^\| V\d/.test(row))
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .map(([, line = '', level = '', answer = '', , tests = '']) => ({ line, level, answer, tests }))
  const named = [...rows.map(({ line }) => line), ...(notAbout.match(/V\d+\.\d+\.\d+/g) ?? [])]
  const levelOf = new Map(asked.map(({ line, level }) => [line, level]))
  const told = readFileSync('docs/security.md', 'utf8')
    .split('## What is not met')[1]
    ?.split('\n## ')[0]
    ?.match(/V\d+\.\d+\.\d+/g)
  const unmet = new Set(told)
  return [
    ...asked.filter(({ line }) => !named.includes(line)).map(({ line }) => `${line} is missing`),
    ...named
      .filter((line, at) => !levelOf.has(line) || named.indexOf(line) < at)
      .map((line) => `${line} is no line of levels 1 and 2, or there twice`),
    ...rows
      .filter(({ line, level }) => level !== levelOf.get(line))
      .map(({ line }) => `${line} has another level`),
    ...rows
      .filter(({ line, answer, tests }) =>
        answer === 'met' ? unmet.has(line) || !tests.includes('`') : !unmet.has(line),
      )
      .map(({ line }) => `${line} is met and names no test, or its risk is not as it is answered`),
    ...listGone(text).map((name) => `${name} is named, and gone`),
  ].map((fault) => `${path}: ${fault}`)
}

/** Files, commands and headings that are named, and not there. */
function listGone(text: string): string[] {
  const files = [...text.matchAll(/`((?:server|client|shared|tests|docs)\/[^`]*)`/g)]
  const packages = readFileSync('package.json', 'utf8')
  const commands = [...text.matchAll(/npm run ([\w:-]+)/g)]
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target)
  return [
    ...files.map(([, file = '']) => file).filter((file) => !existsSync(file)),
    ...commands.map(([, name = '']) => name).filter((name) => !packages.includes(`"${name}":`)),
    ...links.filter((target) => {
      const [file = '', heading] = target.split('#')
      const linked = join(dirname(path), file)
      return !existsSync(linked) || (heading && !headingsOf(linked).includes(heading))
    }),
  ]
}
