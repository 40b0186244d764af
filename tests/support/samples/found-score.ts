/** What a report says of Rosa's score. */
export const foundScore = {
  score: 742,
  model: 'FICO Score 8',
  bureau: 'Experian',
  reportDate: '2026-11-12',
  nameOnReport: 'Rosa Delgado',
} as const
