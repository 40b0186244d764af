import type { concernKinds } from './list-choices'
import { lowScoreBelow } from './score-marks'

export type ConcernKind = (typeof concernKinds)[number]

export interface Concern {
  kind: ConcernKind
  /** The score, the name on the report, the document, or the service. */
  about: string
  /** How many documents, logins, or other people it is true of. */
  count: number
}

interface ConcernWords {
  /** Before one approval, and when it is refused: 'Name differs'. */
  short: string
  /** Beside the button. */
  full: (concern: Concern) => string
  /** Before many approvals, of which it is true of some. */
  ofMany: (some: number, total: number) => string
}

/** The words for what speaks against an approval, wherever something is approved. */
export const concernWords: Record<ConcernKind, ConcernWords> = {
  'unopened-document': {
    short: 'Document not opened',
    full: ({ count }) => (count === 1 ? 'Document not opened' : `${count} documents not opened`),
    ofMany: (some, total) => `${some} of ${total} not opened`,
  },
  'unopened-login': {
    short: 'Login not opened',
    full: ({ count }) => (count === 1 ? 'Login not opened' : `${count} logins not opened`),
    ofMany: (some) => `${some} with a login not opened`,
  },
  'low-score': {
    short: `Under ${lowScoreBelow}`,
    full: ({ about }) => `Under ${lowScoreBelow}: ${about}`,
    ofMany: (some) => `${some} under ${lowScoreBelow}`,
  },
  'name-differs': {
    short: 'Name differs',
    full: ({ about }) => `Name differs: ${about}`,
    ofMany: (some) => `${some} other name${some === 1 ? '' : 's'}`,
  },
  'shared-document': {
    short: 'Same file as someone else',
    full: ({ count }) =>
      count === 1 ? 'Same file as 1 other person' : `Same file as ${count} other people`,
    ofMany: (some) => `${some} with the same file as someone else`,
  },
  'same-person': {
    short: 'May have another account',
    full: ({ about, count }) =>
      `May be the same person as ${count === 1 ? about : `${count} others`}`,
    ofMany: (some) => `${some} who may have another account`,
  },
}
