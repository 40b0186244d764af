import { createHash } from 'node:crypto'
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
