import type { Point } from './landing'

export const referralBenefits: readonly (Point & { figure: string })[] = [
  {
    figure: '$500',
    title: 'per qualified match',
    text: 'A referral qualifies once the person is approved. There is no cap on referrals.',
  },
  {
    figure: '3 ways',
    title: 'to be paid',
    text: 'Choose Zelle, ACH, or PayPal. You’ll find the choice under Payment Settings on your dashboard.',
  },
  {
    figure: 'Weekly',
    title: 'payouts available',
    text: 'Payouts can run weekly. Your dashboard shows when the next one is due.',
  },
]

export const referralSteps: readonly Point[] = [
  {
    title: 'Tell us about them',
    text: 'Ask the person first. Then send us this form with your details and theirs.',
  },
  {
    title: 'We reach out',
    text: 'Our team contacts them personally, tells them you referred them, and answers their questions.',
  },
  {
    title: 'You get paid',
    text: 'When they qualify, you earn $500 by Zelle, ACH, or PayPal.',
  },
]
