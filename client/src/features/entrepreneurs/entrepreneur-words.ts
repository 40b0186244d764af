import type { EntrepreneurStatus, ListedEntrepreneur } from '@shared/entrepreneurs'

export const statusWords: Record<EntrepreneurStatus, string> = {
  vetting: 'In vetting',
  ready: 'Ready',
  withdrawn: 'Withdrawn',
}

/** 'Matched with Jordan Lee'; '' for one who is free. */
export function sayMatch({ match }: Pick<ListedEntrepreneur, 'match'>): string {
  if (!match) return ''
  return `${match.isSucceeded ? 'Matched with' : 'Meeting'} ${match.partner}`
}
