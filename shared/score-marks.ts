/** The program asks for at least this. */
export const lowScoreBelow = 680
export const oldReportDays = 90

/** What stands out about a confirmed score; none of it decides anything. */
export const scoreMarks = ['low', 'name-differs', 'name-unread', 'old'] as const
export type ScoreMark = (typeof scoreMarks)[number]
