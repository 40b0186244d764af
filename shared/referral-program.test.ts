import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { promisedTiers } from '@tests/support/samples/promised-tiers'
import { codeAlphabet, readCode } from './referral-codes'
import { monthCents, rateOf, type RewardRates } from './reward-rates'
import { rewardPolicyRequest } from './rewards'

const month = (count: number, rates: RewardRates) =>
  monthCents(Array.from({ length: count }, () => rates))

describe('what a month of approved referrals earns', () => {
  it.each([
    [0, 0, 0],
    [1, 250, 250],
    [5, 1_250, 1_250],
    [6, 1_750, 3_000],
    [7, 2_250, 3_500],
    [10, 3_750, 5_000],
    [11, 4_500, 8_250],
    [12, 5_250, 9_000],
    [20, 11_250, 15_000],
  ])(
    'is, by tiers, for %i: $%i each at its own, $%i all at the highest',
    (count, each, highest) => {
      expect(month(count, promisedTiers)).toBe(each * 100)
      expect(month(count, { ...promisedTiers, tierRule: 'highest' })).toBe(highest * 100)
      expect(month(count, { ...promisedTiers, kind: 'flat' })).toBe(count * 50_000)
    },
  )

  it('goes by the policy of each approval, when it changed within the month', () => {
    const flat: RewardRates = { ...promisedTiers, kind: 'flat' }
    // Five flat ones, then the sixth of the month by tiers.
    expect(monthCents([...Array.from({ length: 5 }, () => flat), promisedTiers])).toBe(300_000)
    expect(monthCents([promisedTiers, flat, { ...promisedTiers, tierRule: 'highest' }])).toBe(
      100_000,
    )
  })
})

const rates = fc.record({
  kind: fc.constantFrom('flat' as const, 'tiers' as const),
  flatCents: fc.integer({ min: 1, max: 1_000_000 }),
  bronzeCents: fc.integer({ min: 1, max: 1_000_000 }),
  silverCents: fc.integer({ min: 1, max: 1_000_000 }),
  goldCents: fc.integer({ min: 1, max: 1_000_000 }),
  silverFrom: fc.integer({ min: 2, max: 9 }),
  goldFrom: fc.integer({ min: 10, max: 15 }),
  tierRule: fc.constantFrom('each' as const, 'highest' as const),
})

/** Counted on the fingers: a month laid out as a list of amounts. */
function byHand(of: RewardRates, count: number): number[] {
  const laidOut: number[] = []
  for (let place = 1; place <= count; place += 1) {
    if (of.kind === 'flat') laidOut.push(of.flatCents)
    else if (place < of.silverFrom) laidOut.push(of.bronzeCents)
    else if (place < of.goldFrom) laidOut.push(of.silverCents)
    else laidOut.push(of.goldCents)
  }
  const last = laidOut.at(-1) ?? 0
  return of.tierRule === 'highest' ? laidOut.map(() => last) : laidOut
}

it('a month agrees with a table computed by hand, for any rates and any number', () => {
  fc.assert(
    fc.property(rates, fc.integer({ min: 0, max: 30 }), (of, count) => {
      const laidOut = byHand(of, count)
      expect(laidOut.map((_cents, at) => rateOf(of, at + 1, count))).toEqual(laidOut)
      expect(month(count, of)).toBe(laidOut.reduce((sum, cents) => sum + cents, 0))
    }),
  )
})

it('a policy is refused without amounts, and with tiers that don’t follow each other', () => {
  expect(rewardPolicyRequest.safeParse(promisedTiers).success).toBe(true)
  for (const wrong of [
    { flatCents: 0 },
    { goldCents: 10.5 },
    { silverCents: 1_000_001 },
    { silverFrom: 1 },
    { silverFrom: 11 },
    { holdsFrom: 'tomorrow' },
  ])
    expect(rewardPolicyRequest.safeParse({ ...promisedTiers, ...wrong }).success).toBe(false)
})

describe('a referral code', () => {
  it.each([
    'ABCD2345',
    ' abcd2345 ',
    'ＡＢＣＤ２３４５',
    'ABCD-2345',
    'ABCD–2345',
    'AB CD 23 45',
    'ABCD\u00ad2345',
    'ABCD=\r\n2345',
    '\u2068ABCD2345\u2069',
    '"ABCD2345"',
    '(ABCD2345).',
    '<ABCD2345>',
    'ABCD2345\u200b',
    'ABCD2345/',
    'ABCD2345, have a look',
    'ABCD2345&utm_source=newsletter',
    'ABCD2345さん',
    'ABCD23456',
  ])('is read out of %j', (text) => expect(readCode(text)).toBe('ABCD2345'))

  it.each([
    '',
    'ABCD234',
    'ABCD234&utm_source=newsletter',
    'ABCD2340',
    'ABCO2345',
    'ABCI2345',
    'ABCL2345',
    'ABCD-345',
    7,
  ])('is not %j', (text) => expect(readCode(text)).toBeNull())

  it('has nothing in it that looks like something else', () => {
    expect(codeAlphabet).not.toMatch(/[01OIL]/)
    expect(new Set(codeAlphabet).size).toBe(codeAlphabet.length)
  })
})
