import { describe, expect, it } from 'vitest'
import { addressOf } from './rate-limits'

const address = (ip: string | undefined) => addressOf(Object.assign(Object.create(null), { ip }))

describe('the address that limits count by', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::', 'fe80:0:0:0::/64'],
    [undefined, ''],
  ])('of %s is %s', (ip, expected) => {
    expect(address(ip)).toBe(expected)
  })
})
