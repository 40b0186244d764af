import type { Trouble } from '@shared/system'
import { formatSince } from './format'

/** 'Email isn’t going out since 9:12 PM. 11 are waiting.' */
export const describeTrouble = ({
  what,
  since,
  more,
}: Pick<Trouble, 'what' | 'since' | 'more'>): string =>
  [since === null ? `${what}.` : `${what} since ${formatSince(since)}.`, more]
    .filter(Boolean)
    .join(' ')
