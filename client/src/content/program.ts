/** The program's figures as the public pages state them. None of them is a promise. */
export const figures = {
  minimumScore: '700+',
  perMonth: '$2,500+',
  perYear: '$30,000+',
  perReferral: '$500',
} as const

/** Factors of the estimator, in dollars. */
export const estimate = { perMonth: 2500, perReferral: 500 } as const
