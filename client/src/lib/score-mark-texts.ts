import { lowScoreBelow, oldReportDays, type ScoreMark } from '@shared/score-marks'

export const scoreMarkTexts: Record<ScoreMark, string> = {
  low: `Under ${lowScoreBelow}`,
  'name-differs': 'Name differs',
  'name-unread': 'Name not read',
  old: `Older than ${oldReportDays} days`,
}
