import type { EntrepreneurState, ListedEntrepreneur } from '@shared/entrepreneurs'

export const stateWords: Record<EntrepreneurState, string> = {
  vetting: 'In vetting',
  ready: 'Ready',
  introduced: 'Introduced',
  matched: 'Matched',
  withdrawn: 'Withdrawn',
}

/** 'Matched with Jordan Lee'; '' for one who is free. */
export function sayMatch({ match }: Pick<ListedEntrepreneur, 'match'>): string {
  if (!match) return ''
  return `${match.isSucceeded ? 'Matched with' : 'Meeting'} ${match.partner}`
}
