import type { FoundScore } from '@shared/scores'
import { readReport } from '@server/features/scores/report/read-report'
import type { MadeReport } from './made-report'

interface Judgment {
  verdict: 'right' | 'silent' | 'wrong'
  found: FoundScore[]
}

/** Right: nothing is told that is not so. What is left open is silent, never wrong. */
function isTrue(found: FoundScore, { scores, date, person }: MadeReport['truth']): boolean {
  const isScore = scores.some(
    ({ score, model, bureau }) =>
      found.score === score &&
      (found.model === null || found.model === model) &&
      (found.bureau === null || found.bureau === bureau),
  )
  const isDate = found.reportDate === null || found.reportDate === date
  const isPerson = found.nameOnReport === null || found.nameOnReport === person
  return isScore && isDate && isPerson
}

async function judge(report: MadeReport): Promise<Judgment> {
  const reading = await readReport(report.bytes, report.type)
  const found = reading.state === 'done' ? reading.scores : []
  if (found.some((score) => !isTrue(score, report.truth))) return { verdict: 'wrong', found }
  return { verdict: found.length > 0 ? 'right' : 'silent', found }
}

/** Reads a corpus, and says in numbers and names the outcome. */
export async function judgeCorpus(reports: readonly MadeReport[]) {
  const judged: (Judgment & { report: MadeReport })[] = []
  for (const report of reports) judged.push({ report, ...(await judge(report)) })

  const named = (verdict: Judgment['verdict']) =>
    judged.filter((one) => one.verdict === verdict).map(({ report }) => report.name)
  const withScore = judged.filter(({ report }) => report.truth.scores.length > 0)
  const isComplete = ({ report, found }: (typeof judged)[number]) =>
    found.length === report.truth.scores.length
  const missed = withScore.filter(({ verdict }) => verdict === 'silent')
  const hostile = reports.filter(({ isHostile }) => isHostile).length
  const summary =
    `${reports.length} reports, ${hostile} hostile or unreadable: ` +
    `${named('right').length} right, ${named('silent').length} silent, ${named('wrong').length} wrong. ` +
    `Of ${withScore.length} with a score, ${withScore.filter(isComplete).length} were read in full. ` +
    `Silent though there is one: ${missed.map(({ report }) => report.name).join(', ') || 'none'}.`
  return { named, hostile, withScore: withScore.length, summary }
}
