export interface Point {
  title: string
  text: string
}

export const partnerAdvantages: readonly Point[] = [
  {
    title: 'Estimated earnings of $2,500+ a month',
    text: 'That is $30,000+ over a full year, paid by the entrepreneurs you are matched with.',
  },
  {
    title: 'Vetted entrepreneurs only',
    text: 'We look at the person and the plan before either reaches you.',
  },
  {
    title: 'Every match is guided',
    text: 'You meet by video, with a member of our support team in the room.',
  },
  {
    title: 'Nothing happens without your yes',
    text: 'Both sides must accept for a match to succeed, and you may decline.',
  },
]

export const referralAdvantages: readonly Point[] = [
  {
    title: '$500 per approved referral',
    text: 'Paid for each person you refer who is approved as a Credit Partner.',
  },
  {
    title: 'No cap on referrals',
    text: 'Refer as many friends and family members as you like.',
  },
  {
    title: 'Linked to you automatically',
    text: 'Whoever registers through your link is recorded as yours.',
  },
  {
    title: 'Your own credit stays out of it',
    text: 'Referring asks for no credit report and no score of your own.',
  },
]

export const partnerTrack: readonly Point[] = [
  {
    title: 'Register and complete your profile',
    text: 'Your contact info, your credit report, and your preferred payment method.',
  },
  {
    title: 'Credit verification',
    text: 'We check your report against the minimum: a personal credit score of 700 or higher.',
  },
  {
    title: 'Matching with entrepreneurs',
    text: 'You meet a vetted entrepreneur by video. Usually one match is enough; sometimes one more is offered.',
  },
  {
    title: 'Monthly payments',
    text: 'Once a match succeeds, the entrepreneur pays you month by month.',
  },
]

export const referralTrack: readonly Point[] = [
  { title: 'Sign up', text: 'Join the Referral Program with your name, e-mail, and phone number.' },
  {
    title: 'Share your unique referral link',
    text: 'Send it to friends and family who keep their credit in order.',
  },
  {
    title: 'Your referrals register',
    text: 'They are linked to you automatically. There is nothing to track by hand.',
  },
  {
    title: 'Earn $500 per approved referral',
    text: 'Every approval counts, and there is no cap on how many.',
  },
]

export const approvalSteps: readonly (Point & { time: string })[] = [
  {
    title: 'Complete the application',
    time: 'Under 1 minute',
    text: 'Your name, how to reach you, and a password for your account.',
  },
  {
    title: 'Submit your credit report',
    time: 'Two ways',
    text: 'Upload it, or share your credit-reporting login credentials. Our team helps you obtain reports.',
  },
  {
    title: 'Verification',
    time: '1-2 business days',
    text: 'A person reads your report. We may call you to verify a detail.',
  },
  {
    title: 'Approval',
    time: 'Within 24-48 hours',
    text: 'Once everything is verified, you find our decision on your dashboard.',
  },
  {
    title: 'Start earning',
    time: 'After your match',
    text: 'You meet your entrepreneur, both sides accept, and payments begin.',
  },
]

export const trustPoints: readonly Point[] = [
  {
    title: 'Secure Partnerships',
    text: 'Documents are opened only by you and one designated administrator, and shared passwords are encrypted before they are stored. The Entrepreneur personally guarantees the debt.',
  },
  {
    title: 'Monthly Payments',
    text: 'Your agreement with the entrepreneur says what is paid and when. You choose how you would like to receive it before the first payment is due.',
  },
  {
    title: 'Dedicated Support',
    text: 'People answer by phone from 9am to 5pm ET, Monday to Friday, and one of them sits beside you in every introduction meeting.',
  },
]
