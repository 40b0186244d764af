import { plainText } from './plain-text'

/**
 * A name as a mail may show it. Someone who applies with another person's address chooses the name in mails
 * to that person.
 */
export const defangName = (name: string): string => plainText(name).replace(/ {2,}/g, ' ').trim()
