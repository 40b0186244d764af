import type { MadeReport } from '../made-report'
import { clearReports } from './clear-reports'
import { plainReports } from './plain-reports'
import { trickyReports } from './tricky-reports'
import { unreadableFiles } from './unreadable-files'

/**
 * Reports written without a look at the rules that read them, in layouts and words that the rules were not
 * made with. Anyone who mends a rule because of one of these makes it a part of the other corpus.
 */
export const heldOutCorpus = (): MadeReport[] => [
  ...clearReports(),
  ...plainReports(),
  ...[...trickyReports(), ...unreadableFiles()].map((report) => ({ ...report, isHostile: true })),
]
