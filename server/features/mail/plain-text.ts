/** Domains may also be written with the full stops of Chinese and Japanese. */
const dotInDomain = /([.。．｡])(?=\p{L}[\p{L}\p{M}])/gu

/**
 * What a stranger wrote, as a mail may show it: without anything that mail programs would make a link
 * of, or decode in a header. An initial or 'St.' stays; a domain falls apart.
 */
export const plainText = (text: string): string =>
  withoutEncodedWords(text.replace(/ ?[/\\]{2,}/g, ' ').replace(dotInDomain, '$1 '))

/**
 * In a header, `=?utf-8?B?…?=` is read as what it encodes. No one types that for its own sake, so it
 * loses its beginning. (A space in between would not do: long headers are folded at spaces.)
 */
export const withoutEncodedWords = (text: string): string => text.replace(/(?<!=)=+\?/g, '?')

/**
 * A name as a mail may show it. Someone who applies with another person's address chooses the name in mails
 * to that person.
 */
export const defangName = (name: string): string => plainText(name).replace(/ {2,}/g, ' ').trim()
