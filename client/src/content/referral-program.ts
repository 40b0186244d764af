import type { Point } from './landing'

export const referralBenefits: readonly (Point & { figure: string })[] = [
  {
    figure: '$500',
    title: 'per qualified match',
    text: 'A referral qualifies once the person is approved. Our home page calls that an approved referral. There is no cap on referrals.',
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

export type ReferralWay = 'link' | 'details'

/** The ways to refer people, each with its three steps. */
export const referralWays: Record<ReferralWay, Point & { steps: readonly Point[] }> = {
  link: {
    title: 'Share a link (recommended)',
    text: 'Get a link of your own. Everyone who signs up with it is your referral.',
    steps: [
      {
        title: 'Get your link',
        text: 'Create an account. You don’t need good credit yourself, and you don’t need to send us any documents.',
      },
      {
        title: 'Share it',
        text: 'Send it to friends and family with great credit, and tell them that you may be paid.',
      },
      {
        title: 'You get paid',
        text: 'When someone who signed up with your link is approved, you earn $500 by Zelle, ACH, or PayPal.',
      },
    ],
  },
  details: {
    title: 'Send us their details',
    text: 'Tell us about one person who has agreed to it, and we’ll contact them.',
    steps: [
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
    ],
  },
}
