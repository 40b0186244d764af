export interface FaqItem {
  question: string
  answer: string
}

/** The eight questions of the support page, in the order in which they are shown. */
export const faq: readonly FaqItem[] = [
  {
    question: 'What credit score do I need?',
    answer:
      'You need a personal credit score of 680+ to be considered as a Credit Partner. We look at your whole report as well as your score, so meeting the minimum does not guarantee approval. We call scores under 680 “fixer-uppers” because they are likely to need some work before a match.',
  },
  {
    question: 'Who is responsible for the debt?',
    answer:
      'The Entrepreneur personally guarantees the debt. That promise comes from the Entrepreneur, not from us, and it is not insurance. Lending your credit standing can still affect your score and your finances. Ask your questions in the introduction meeting, read everything before you sign, and talk to your own advisor.',
  },
  {
    question: 'When are commission payments made?',
    answer:
      'Commission payments are processed on the 15th of each month for the prior month’s qualified referrals. We pay by the method in your Payment Settings, which you’ll find on your dashboard.',
  },
  {
    question: 'How do the referral tiers work?',
    answer:
      'Your tier depends on how many referrals you make in a month. Bronze pays $250 per client for 1-5 referrals, Silver $500 per client for 6-10, and Gold $750 per client for 11+. Tiers reset monthly. Only qualified referrals count, and results are not guaranteed; see the FTC Disclosures for what each figure means.',
  },
  {
    question: 'Why does my profile need to be complete?',
    answer:
      'Your profile completion must reach 100% to unlock all features. A complete profile has your contact information, proof of your credit, and your preferred payment method. Your dashboard shows what’s missing.',
  },
  {
    question: 'How do I update my documents?',
    answer:
      'Log in and find “Your Documents” on your dashboard. Choose Re-upload next to a document to replace it, or Upload Additional File to add one. You can have up to 3 files of 10 MB each, as PDF, Word (DOC or DOCX), JPG, JPEG, or PNG. When you replace a document, we review it again.',
  },
  {
    question: 'How long does the review take?',
    answer:
      'A typical review takes 2-3 business days. Your dashboard always shows the current status. We may email you, or call you if you agreed to calls, to verify a detail or ask for a clearer document, which can add time. If your application is not approved, you may reapply after 90 days.',
  },
  {
    question: 'How does matching with an entrepreneur work?',
    answer:
      'After approval, our team contacts you and arranges a video meeting with an entrepreneur and a support team member. Both sides must accept for a match to succeed, and you’re free to say no. Usually one match is enough; sometimes one more entrepreneur is offered. A match is not guaranteed.',
  },
]
