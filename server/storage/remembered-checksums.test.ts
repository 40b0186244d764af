import { expect, it } from 'vitest'
import { createRememberedChecksums } from './remembered-checksums'

const changedAtMs = 1_000_000
const named = (fingerprint: string) => ({ fingerprint, changedAtMs })

it('a checksum is known for the same fingerprint only', () => {
  const checksums = createRememberedChecksums()
  checksums.set(named('one'), changedAtMs + 60_000, 'abc')
  expect(checksums.get(named('one'))).toBe('abc')
  expect(checksums.get(named('other'))).toBeNull()
})

it('bytes that changed just before they were read are not trusted: they may change again unseen', () => {
  const checksums = createRememberedChecksums()
  for (const laterMs of [-60_000, 0, 2_000]) {
    checksums.set(named('one'), changedAtMs + laterMs, 'abc')
    expect(checksums.get(named('one'))).toBeNull()
  }
  checksums.set(named('one'), changedAtMs + 2_001, 'abc')
  expect(checksums.get(named('one'))).toBe('abc')
})

it('the one that was used longest ago makes room', () => {
  const checksums = createRememberedChecksums(2)
  for (const name of ['one', 'two']) checksums.set(named(name), changedAtMs + 60_000, name)
  checksums.get(named('one'))
  checksums.set(named('three'), changedAtMs + 60_000, 'three')
  const left = ['one', 'two', 'three'].map((name) => checksums.get(named(name)))
  expect(left).toEqual(['one', null, 'three'])
})
