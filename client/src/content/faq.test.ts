import { describe, expect, it } from 'vitest'
import { faq } from './faq'

describe('FAQ', () => {
  const answers = faq.map(({ answer }) => answer).join('\n')

  it('has exactly eight different questions, all answered', () => {
    expect(faq).toHaveLength(8)
    expect(new Set(faq.map(({ question }) => question)).size).toBe(8)
    for (const { question, answer } of faq) {
      expect(question).toMatch(/\?$/)
      expect(answer).toMatch(/\.$/)
    }
  })

  it.each([
    '680+',
    'The Entrepreneur personally guarantees the debt.',
    'processed on the 15th of each month for the prior month’s qualified referrals',
    'Payment Settings',
    'Bronze pays $250 per client for 1-5 referrals',
    'Silver $500 per client for 6-10',
    'Gold $750 per client for 11+',
    'Tiers reset monthly',
    'profile completion must reach 100% to unlock all features',
    '2-3 business days',
    'up to 3 files of 10 MB each',
    'Both sides must accept',
    'Usually one match is enough; sometimes one more entrepreneur is offered',
  ])('says: %s', (text) => {
    expect(answers).toContain(text)
  })

  it('puts the warning next to its earnings figures', () => {
    const naming = faq.filter(({ answer }) =>
      /\$(250|500|750|2,000|2,500|6,000|30,000)\b/.test(answer),
    )
    expect(naming).toHaveLength(1)
    for (const { answer } of naming) expect(answer).toMatch(/results are not guaranteed/i)
  })
})
