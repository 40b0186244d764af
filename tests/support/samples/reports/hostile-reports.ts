import { lookalikeReports } from './lookalike-reports'
import type { MadeReport } from './made-report'
import { misleadingReports } from './misleading-reports'
import { unreadableReports } from './unreadable-reports'

/** Reports that a careless reader gets wrong, and such as no one can read. */
export const hostileReports = (): MadeReport[] =>
  [...misleadingReports(), ...lookalikeReports(), ...unreadableReports()].map((report) => ({
    ...report,
    isHostile: true,
  }))
