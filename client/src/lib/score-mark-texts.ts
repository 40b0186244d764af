import { lowScoreBelow, oldReportDays, type ScoreMark } from '@shared/scores'

export const scoreMarkTexts: Record<ScoreMark, string> = {
  low: `Under ${lowScoreBelow}`,
  'name-differs': 'Name differs',
  old: `Older than ${oldReportDays} days`,
}
