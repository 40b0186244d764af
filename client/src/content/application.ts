export interface Note {
  title: string
  text: string
}

export const nextSteps: readonly (Note & { time: string })[] = [
  {
    title: 'Credit verification',
    time: '1-2 business days',
    text: 'We read your report and check that your personal credit score is over 680. If anything is unclear, we email you, or call you if you agreed to calls.',
  },
  {
    title: 'Entrepreneur matching',
    time: 'After your approval',
    text: 'We look for a vetted entrepreneur whose plan fits your credit profile. Usually one match is enough; sometimes one more entrepreneur is offered.',
  },
  {
    title: 'Zoom introduction',
    time: 'Within 1 week',
    text: 'You meet the entrepreneur by video, together with a member of our support team. Both sides must accept for a match to succeed.',
  },
]

export const timeline: readonly Note[] = [
  { title: 'Today', text: 'You submit your application and your proof of credit.' },
  {
    title: '1-2 business days',
    text: 'We verify your credit and tell you if anything is missing.',
  },
  { title: 'Within 1 week', text: 'You meet your entrepreneur in a guided video meeting.' },
]

const meetingBasics: readonly Note[] = [
  {
    title: 'Choose a quiet place',
    text: 'Join from a computer if you can, with a camera, a steady connection, and good light.',
  },
  {
    title: 'Arrive five minutes early',
    text: 'That gives you time to test your sound and camera before the others join.',
  },
]

export const entrepreneurTips: readonly Note[] = [
  ...meetingBasics,
  {
    title: 'Know your numbers',
    text: 'Be ready to say how much you need, what it’s for, and how your business earns money.',
  },
  {
    title: 'Expect questions about your offer',
    text: 'The Credit Partner will ask what you’d pay, when, and what they would sign.',
  },
]

export const meetingTips: readonly Note[] = [
  ...meetingBasics,
  {
    title: 'Know your own report',
    text: 'Be ready to talk about your score, your open accounts, and any plans to borrow soon.',
  },
  {
    title: 'Write your questions down',
    text: 'You’re making a decision in this meeting, just like the entrepreneur.',
  },
]

export const questionsToAsk: readonly string[] = [
  'What will the funding be used for, and what happens if the plan takes longer?',
  'How does the business earn money today, and what did it earn last year?',
  'What will I sign, and what can a lender ask me for if payments are late?',
  'How and when will I be paid, and what does our agreement say if a payment is missed?',
  'How does your personal guarantee of the debt work, and can I see it in writing?',
]

export const reminders: readonly string[] = [
  'Check your spam folder, since we may email you. If you agreed to calls, keep your phone nearby as well.',
  'Avoid new credit applications and large card balances until your review is complete.',
  'You never have to sign anything in a meeting. Take the time you need.',
  'We never ask for a password by phone, text, or email.',
  'Results are not guaranteed. Payments come from entrepreneurs, not from us.',
]
