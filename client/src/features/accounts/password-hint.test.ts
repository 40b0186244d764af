import { describe, expect, it } from 'vitest'
import { isCommonPassword } from '@shared/password-verdict'
import { passwordHint } from './password-hint'

const owner = { email: 'rosa.delgado@partner.example', firstName: 'Rosa', lastName: 'Delgado' }
const advice = '15 or more characters are safer.'
const tooCommon = 'This password is too common. Please choose another.'

describe('the hint under a new password', () => {
  it.each([
    ['', 'At least 8 characters.'],
    ['short', 'At least 8 characters.'],
    ['password1', tooCommon],
    ['aaaaaaaa', tooCommon],
    ['Summer2025!', tooCommon],
    ['rosa.delgado', tooCommon],
    ['Delgado1988', tooCommon],
    ['vq7#mTz2', `Allowed. ${advice}`],
    ['seven green bicycles', 'Allowed.'],
    ['é'.repeat(513), 'Please use at most 1,024 bytes.'],
  ])('of %j is %j', (password, hint) => {
    expect(passwordHint({ password, owner, isCommonPassword })).toBe(hint)
  })

  it.each(['password1', 'vq7#mTz2', 'seven green bicycles'])(
    'calls %s neither allowed nor refused before the list of common ones is loaded',
    (password) => {
      expect(passwordHint({ password, owner, isCommonPassword: null })).toBe(advice)
    },
  )

  it('calls nothing allowed where the page does not know whose password it is', () => {
    const known = { owner: null, isCommonPassword }
    expect(passwordHint({ password: 'password1', ...known })).toBe(tooCommon)
    expect(passwordHint({ password: 'rosa.delgado', ...known })).toBe(advice)
  })

  it('asks 15 characters of the administrator', () => {
    const hint = passwordHint({
      password: 'vq7#mTz2',
      owner,
      isCommonPassword: null,
      minLength: 15,
    })
    expect(hint).toBe('At least 15 characters.')
  })
})
