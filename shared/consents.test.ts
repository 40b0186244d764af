import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { consentKinds, consentTexts, currentTexts, signUpConsent } from './consents'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

// A new version adds a line here. One that changes means that people agreed to something else.
it('every text that people have agreed to stays as it was', () => {
  const hashes = Object.entries(consentTexts).map(([version, text]) => [version, hashOf(text)])
  expect(Object.fromEntries(hashes)).toEqual({
    'sign-up.1': '5b297b783890',
    'calls.1': '46edc491f247',
    'texts.1': '4f69e0e7c50a',
    'email.1': '80b6818fcd28',
    'email.2': 'bc04fc7fc83d',
    'recording.1': 'a8f461c379dc',
    'recording.2': 'fb6eb55ca33a',
  })
})

it('what is asked for now has a text, each its own', () => {
  const texts = consentKinds.map((kind) => consentTexts[currentTexts[kind]])
  expect(new Set(texts).size).toBe(consentKinds.length)
  expect(texts).not.toContain(undefined)
})

it('the box of the application form says each way of contact that it covers', () => {
  const { label, hint, textVersion, kinds } = signUpConsent
  expect(kinds).toEqual(['calls', 'texts', 'email'])
  expect(label).toContain('phone call, text message, and email')
  expect(consentTexts[textVersion]).toBe(`${label} ${hint}`)
})

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
