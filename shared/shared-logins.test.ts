import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const textsOf = (dir: string) =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map((file) => ({ file, text: readFileSync(join(dir, file), 'utf8') }))

/** Where people are told what becomes of a login that they share. */
const places = [
  'content/legal/disclosures.ts',
  'content/legal/privacy.ts',
  'content/legal/terms.ts',
  'pages/dashboard/shared-logins.tsx',
  'pages/onboarding/application-forms.tsx',
  'pages/onboarding/applied-panel.tsx',
  'pages/site/sitemap-page.tsx',
]

it('what becomes of a shared login is said in the same words everywhere, and nowhere in others', () => {
  const texts = textsOf('client/src')
  const using = texts.filter(({ text }) => /import .*\bloginIsDeleted, loginIsSealed\b/.test(text))
  expect(using.map(({ file }) => file).toSorted()).toEqual(places)
  const otherWords = /deleted with your account|days after the decision|password (is )?encrypted/
  expect(texts.filter(({ text }) => otherWords.test(text)).map(({ file }) => file)).toEqual([])
})
