import { bureauReports } from './bureau-reports'
import type { MadeReport } from './made-report'
import { oneScoreReports } from './one-score-reports'
import { threeBureauReports } from './three-bureau-reports'
import { wordReports } from './word-reports'
import { lookalikeReports } from './lookalike-reports'
import { misleadingReports } from './misleading-reports'
import { unreadableReports } from './unreadable-reports'

/** Reports in the layouts that people send, made here, with the truth about each. */
export const reportCorpus = (): MadeReport[] => [
  ...bureauReports(),
  ...threeBureauReports(),
  ...oneScoreReports(),
  ...hostileReports(),
  ...wordReports(),
]

/** Reports that a careless reader gets wrong, and such as no one can read. */
const hostileReports = (): MadeReport[] =>
  [...misleadingReports(), ...lookalikeReports(), ...unreadableReports()].map((report) => ({
    ...report,
    isHostile: true,
  }))
