/** Every model that US lenders use stays within it. */
export const scoreRange = { min: 300, max: 850 }
/** The program asks for at least this. */
export const lowScoreBelow = 680
export const oldReportDays = 90

/** Marks of a confirmed score; none of them decides anything. */
export const scoreMarks = ['low', 'name-differs', 'name-unread', 'old'] as const
export type ScoreMark = (typeof scoreMarks)[number]

export const scoreMarkTexts: Record<ScoreMark, string> = {
  low: `Under ${lowScoreBelow}`,
  'name-differs': 'Name differs',
  'name-unread': 'Name not read',
  old: `Older than ${oldReportDays} days`,
}
