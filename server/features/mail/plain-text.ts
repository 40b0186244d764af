/** Domains may also be written with the full stops of Chinese and Japanese. */
const dotInDomain = /([.。．｡])(?=\p{L}[\p{L}\p{M}])/gu

/** A stranger's words without anything that mail programs would link or decode: a domain falls apart, 'St.' stays. */
export const plainText = (text: string): string =>
  withoutEncodedWords(text.replace(/ ?[/\\]{2,}/g, ' ').replace(dotInDomain, '$1 '))

/** In a header, `=?utf-8?B?…?=` is decoded, so it loses its beginning: long headers are folded at spaces. */
export const withoutEncodedWords = (text: string): string => text.replace(/(?<!=)=+\?/g, '?')

/** Someone who applies with another person's address chooses the name in mails to that person. */
export const defangName = (name: string): string => plainText(name).replace(/ {2,}/g, ' ').trim()
