import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...list('docs', '.md')]

function list(folder: string, ending: string): string[] {
  return readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
}
const read = (path: string) => readFileSync(path, 'utf8')

/** As GitHub makes them. */
const anchorsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )

it('every link of the docs leads to a file, and to a heading in it', () => {
  const dead: string[] = []
  for (const page of pages) {
    for (const [, link = ''] of read(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)) {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? page : join(dirname(page), path)
      if (!existsSync(target) || (anchor && !anchorsOf(target).includes(anchor)))
        dead.push(`${page}: ${link}`)
    }
  }
  expect(dead).toEqual([])
})

it('the page for when something is wrong quotes what the portal says', () => {
  const said = [...list('server', '.ts'), ...list('client/src', '.tsx')].map(read).join('\n')
  const page = read('docs/when-something-is-wrong.md')
  const quoted = [
    ...[...page.matchAll(/`([a-zA-Z][\w’]*(?: [\w’]+){2,}\??)`/g)].map(([, text = '']) => text),
    ...[...page.matchAll(/'([A-Z][^'`]+)'/g)].map(([, text = '']) => text),
  ].filter(
    (text) => !/^(sudo|npm|docker|systemctl|openssl|delete|echo|journalctl|mount|ALTER)/.test(text),
  )
  expect(quoted.length).toBeGreaterThan(15)
  expect(quoted.filter((text) => !said.includes(text))).toEqual([])
})
