import type { CreditScore, FoundScore, ScoreOverview } from '@shared/scores'
import { findMarks } from './find-marks'
import { listTheirs, proposeScore } from './propose-score'
import type { CreditScoreRow, FileReadingRow } from './queries'

interface Person {
  firstName: string
  lastName: string
}

function presentCreditScore(row: CreditScoreRow, person: Person): CreditScore {
  const { file, confirmer } = row
  return {
    score: row.score,
    model: row.model,
    bureau: row.bureau,
    reportDate: row.reportDate,
    nameOnReport: row.nameOnReport,
    marks: findMarks(row, person),
    source: file && { fileId: file.id, fileName: file.fileName },
    isAsRead: row.isAsRead,
    confirmedAt: row.confirmedAt.toISOString(),
    confirmedBy: confirmer && `${confirmer.firstName} ${confirmer.lastName}`,
  }
}

export function presentScoreOverview(
  { confirmed, readings }: { confirmed: CreditScoreRow | null; readings: FileReadingRow[] },
  person: Person,
): ScoreOverview {
  const found = readings.flatMap(({ fileId, uploadedAt, isCounted, scores }) =>
    (scores ?? []).map((score) => ({ ...score, fileId, uploadedAt, isCounted })),
  )
  const theirs = listTheirs(found, person)
  const counted = found.filter(({ isCounted }) => isCounted)
  const proposed = proposeScore(listTheirs(counted, person))
  return {
    confirmed: confirmed && presentCreditScore(confirmed, person),
    readings: readings.map((row) => ({
      fileId: row.fileId,
      fileName: row.fileName,
      uploadedAt: row.uploadedAt.toISOString(),
      state: row.state ?? 'none',
      scores: theirs
        .filter(({ fileId }) => fileId === row.fileId)
        .map((score) => presentFound(score, person)),
    })),
    proposal: proposed && { ...presentFound(proposed, person), fileId: proposed.fileId },
  }
}

function presentFound(found: FoundScore & { uploadedAt: Date }, person: Person) {
  return {
    score: found.score,
    model: found.model,
    bureau: found.bureau,
    reportDate: found.reportDate,
    nameOnReport: found.nameOnReport,
    page: found.page,
    line: found.line,
    mark: found.mark,
    marks: findMarks(found, person),
  }
}
