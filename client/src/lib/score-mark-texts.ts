import { lowScoreBelow, oldReportDays, type ScoreMark } from '@shared/score-marks'

export const scoreMarkTexts: Record<ScoreMark, string> = {
  low: `Under ${lowScoreBelow}`,
  'name-differs': 'Name differs',
  old: `Older than ${oldReportDays} days`,
}
