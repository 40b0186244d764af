import { lowScoreBelow, oldReportDays, type ScoreMark } from '@shared/score-marks'
import { isSamePerson } from './compare-names'

const dayMs = 24 * 60 * 60 * 1000

interface Marked {
  score: number
  nameOnReport: string | null
  isNameUnread?: boolean | undefined
  reportDate: string | null
  /** Counts where the report has no date. */
  uploadedAt: Date | null
}

/** Marks of this person's score, which block nothing. */
export function findMarks(
  marked: Marked,
  person: { firstName: string; lastName: string },
  now = Date.now(),
): ScoreMark[] {
  const { score, nameOnReport, isNameUnread, reportDate, uploadedAt } = marked
  const marks: ScoreMark[] = []
  if (score < lowScoreBelow) marks.push('low')
  if (nameOnReport !== null && !isSamePerson(nameOnReport, person)) marks.push('name-differs')
  if (isNameUnread) marks.push('name-unread')
  const day = reportDate ? Date.parse(reportDate) : uploadedAt?.getTime()
  if (day !== undefined && now - day > (oldReportDays + 1) * dayMs) marks.push('old')
  return marks
}
