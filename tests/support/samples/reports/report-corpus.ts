import { bureauReports } from './bureau-reports'
import { hostileReports } from './hostile-reports'
import type { MadeReport } from './made-report'
import { oneScoreReports } from './one-score-reports'
import { threeBureauReports } from './three-bureau-reports'
import { wordReports } from './word-reports'

/** Reports in the layouts that people send, made here, with the truth about each. */
export const reportCorpus = (): MadeReport[] => [
  ...bureauReports(),
  ...threeBureauReports(),
  ...oneScoreReports(),
  ...hostileReports(),
  ...wordReports(),
]
