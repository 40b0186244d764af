interface FilmScene {
  /** The words in the picture, line by line. */
  title: readonly string[]
  lines: readonly string[]
  /** What its captions add. */
  captions: readonly string[]
}

/** All words of the explainer film: `lab/art` draws it and writes its captions from them, the page shows them as text. */
export const film = {
  opening: {
    title: ['How the Credit Partner Program works'],
    lines: ['In five steps, and less than a minute'],
    captions: ['It joins partners who have strong credit and entrepreneurs who need funding.'],
  },
  proof: {
    title: ['Show proof of', 'your credit'],
    lines: ['Upload a credit report,', 'or share the login of', 'a monitoring service.'],
    captions: [
      'The application takes under 1 minute.',
      'A screenshot of your score works too, and you get an account to follow your review.',
    ],
  },
  review: {
    title: ['We review', 'what you sent'],
    lines: ['Verification takes 1-2', 'business days. Your', 'dashboard shows the status.'],
    captions: ['A person on our team reads every report.', 'We may call you to verify a detail.'],
  },
  matching: {
    title: ['We look for', 'your match'],
    lines: ['A vetted entrepreneur who', 'fits. Both of you must accept.'],
    captions: [
      'This step begins once you are approved.',
      'Usually one match is enough. Sometimes one more entrepreneur is offered.',
    ],
  },
  meeting: {
    title: ['You meet on', 'a video call'],
    lines: ['Ask your questions and hear', 'the plan. Then decide: you', 'are free to say no.'],
    captions: [
      'A member of our support team leads the conversation.',
      'You never have to sign anything in the meeting.',
    ],
  },
  payments: {
    title: ['You are paid', 'each month'],
    lines: ['By the entrepreneur, not by us.'],
    captions: [
      'Your written agreement says what you are paid and when.',
      'Results are not guaranteed, and some people earn nothing.',
    ],
  },
  closing: {
    title: ['Results are not guaranteed.'],
    lines: [
      'A match is not guaranteed, and neither is any amount.',
      'Lending your credit can affect your score and your finances.',
      'Please read the FTC Disclosures before you apply.',
    ],
    captions: [
      'Take the time you need, and talk to your own advisor.',
      'Our support team is glad to answer your questions.',
    ],
  },
} satisfies Record<string, FilmScene>
