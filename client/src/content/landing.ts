export interface Point {
  title: string
  text: string
}

/**
 * What a partner takes on, put plainly: each sentence says what the disclosures and the terms say. The operator
 * confirms them before the portal goes live (docs/set-up.md).
 */
export const takesOn: readonly Point[] = [
  {
    title: 'What you sign',
    text: 'If you both accept, a written agreement with the entrepreneur. It sets how you’re paid, and we’re not a party to it unless it says so. You never have to sign anything in a meeting.',
  },
  {
    title: 'What shows on your credit report',
    text: 'A lender may make a hard inquiry, which can lower your score and generally stays for about two years. A new account or balance may be reported in your name.',
  },
  {
    title: 'Who owes the debt',
    text: 'The entrepreneur personally guarantees it. If you sign as a borrower, co-borrower, or guarantor, a lender can usually ask you to pay, too. We don’t guarantee or insure it.',
  },
  {
    title: 'What happens if payments stop',
    text: 'Late or missed payments can damage your credit for years, and a lender may collect from you if you signed. If the entrepreneur doesn’t pay you, we don’t owe you that money.',
  },
  {
    title: 'What it costs you',
    text: 'This portal takes no payments. If you buy a service connected with the program, we tell you the price first, and the sale is final. While the debt is open, a mortgage or car loan of your own may be harder to get or cost more. You pay your own taxes.',
  },
]

export const partnerAdvantages: readonly Point[] = [
  {
    title: 'Estimated earnings of $2,500+ a month',
    text: 'That’s $30,000+ over a full year, paid by the entrepreneurs you’re matched with.',
  },
  {
    title: 'Vetted entrepreneurs only',
    text: 'We review the person and the plan before you meet.',
  },
  {
    title: 'Every match is guided',
    text: 'A member of our support team joins you on the video call.',
  },
  {
    title: 'You decide on every match',
    text: 'Both sides must accept for a match to succeed, and you’re free to decline.',
  },
]

export const referralAdvantages: readonly Point[] = [
  {
    title: '$500 per approved referral',
    text: 'You earn it for each person you refer who is approved as a Credit Partner.',
  },
  {
    title: 'No cap on referrals',
    text: 'Refer as many friends and family members as you like.',
  },
  {
    title: 'Linked to you automatically',
    text: 'Everyone who registers through your link is credited to you.',
  },
  {
    title: 'No credit check for referrers',
    text: 'You can refer people without sharing a credit report or score of your own.',
  },
]

export const partnerTrack: readonly Point[] = [
  {
    title: 'Register and complete your profile',
    text: 'Add your contact info, your credit report, and your preferred payment method.',
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
    text: 'Once a match succeeds, the entrepreneur pays you every month.',
  },
]

export const referralTrack: readonly Point[] = [
  { title: 'Sign up', text: 'Join the Referral Program with your name, email, and phone number.' },
  {
    title: 'Share your unique referral link',
    text: 'Send it to friends and family who have great credit.',
  },
  {
    title: 'Your referrals register',
    text: 'They are linked to you automatically, so there’s nothing for you to track.',
  },
  {
    title: 'Earn $500 per approved referral',
    text: 'Every approval counts, and there’s no cap on referrals.',
  },
]

export const approvalSteps: readonly (Point & { time: string })[] = [
  {
    title: 'Complete the application',
    time: 'Under 1 minute',
    text: 'Enter your name and contact details, and choose a password for your account.',
  },
  {
    title: 'Submit your credit report',
    time: 'Two ways',
    text: 'Upload it, or share your credit-reporting login credentials. Our team helps you obtain reports.',
  },
  {
    title: 'Verification',
    time: '1-2 business days',
    text: 'A member of our team reads your report. To verify a detail, we email you, or call you if you agreed to calls.',
  },
  {
    title: 'Approval',
    time: 'Within 24-48 hours',
    text: 'Once everything is verified, you’ll see our decision on your dashboard.',
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
    text: 'Only you and one designated administrator can open your documents, and shared passwords are encrypted before they are stored. The entrepreneur personally guarantees the debt.',
  },
  {
    title: 'Monthly Payments',
    text: 'Your agreement with the entrepreneur sets how much you’re paid and when. Choose how you’re paid before the first payment.',
  },
  {
    title: 'Dedicated Support',
    text: 'Our team answers the phone Monday to Friday, 9am-5pm ET, and joins you in every introduction meeting.',
  },
]
