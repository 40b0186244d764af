import { plainText } from './plain-text'

/**
 * A name as a mail may show it. Whoever applies with somebody else's address decides what the portal
 * calls them.
 */
export const defangName = (name: string): string => plainText(name).replace(/ {2,}/g, ' ').trim()
