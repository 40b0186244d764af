import { z } from './zod'

/** Line breaks of any system, and what Word and PDFs put in their place. */
const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** Characters that no one sees, and no one can be asked to remove. Half a character, too. */
const unseen = /[^\P{Cc}\n\t]|\p{Cs}/gu
/** Address books put these around phone numbers; left in, they let one text pass for another. */
const directionOverride = /[\u202a-\u202e\u2066-\u2069]/g
const visibleCharacter = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\u2800]/u

/** Whatever was pasted: each line break is one of ours, and other control characters are gone. */
const normalizeLines = (text: string): string => text.replace(lineBreak, '\n').replace(unseen, '')

/** One line, composed (NFC), and without what makes one text pass for another. */
export const normalizeLine = (text: string): string =>
  normalizeLines(text)
    .replace(/[\n\t]+/g, ' ')
    .replace(directionOverride, '')
    .normalize('NFC')

const mailbox = /<(?:mailto:)?([^<>\s@]+@[^<>\s@]+)>/i
const linkStart = /(?<=^|\s)(?:mailto|tel|sms):([^\s?;]*)\S*/gi
const aroundWord = /(?<=^|\s)[<([]+(?=\S)|(?<=[^\s])[>)\],.;:]+(?=\s|$)/g

/** The words to search by in a text from a letter, a page or an address book: of `Name <address>` the address. */
export function readSearch(pasted: string): string {
  const text = normalizeLine(pasted).replace(invisible, '')
  const [, address] = mailbox.exec(text) ?? []
  return (address ?? text).replace(linkStart, '$1').replace(/%20/g, ' ').replace(aroundWord, '')
}

/** Any script's digits, as ASCII has them; the rest is dropped. */
export const readDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\P{Nd}/gu, '')
    .replace(/\P{ASCII}/gu, (digit) => String(valueOf(digit)))

/** Each script has its ten digits in a row, apart from those of others. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return value
}

/** Quotes within names, which some leave out and everyone writes differently, and the dots of initials. */
const quotes = /['"`´‘’‚‛“”„‟′″ʹʺʻʼʽˈ‵＇＂«»·.]/gu
/** Accents of Latin, Greek, Cyrillic, Arabic and Hebrew; not the voicing of kana, which makes another letter. */
const accents = /(?![\u3099\u309a])[\p{Script=Inherited}\u0591-\u05c7\u0640]/gu
const invisible = /\p{Default_Ignorable_Code_Point}/gu

/** Letters that no decomposition takes apart, and what those write who do not have them. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ĸ: 'q',
  ł: 'l',
  ŋ: 'n',
  þ: 'th',
  ŧ: 't',
  ς: 'σ',
}
const specialLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu')

/**
 * The form in which names are compared that are in no database: words of small letters without accents, quotes
 * and invisible marks, with one space between them, whatever hyphens and spaces were there. It folds each letter
 * as the database's `fold` does; `normal-forms.api.test.ts` compares the two.
 */
export const foldName = (name: string): string =>
  name
    .replace(invisible, '')
    .replace(quotes, '')
    .normalize('NFKD')
    .replace(quotes, '')
    .toLowerCase()
    .replace(accents, '')
    .replace(specialLetter, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

/**
 * One line of text as people type it: whole Unicode in its composed form (NFC), so that it is found
 * however it is typed; trimmed, something to see in it. Line breaks become spaces, control characters are dropped.
 */
export function singleLine(options: { required: string; max: number; min?: number }) {
  return z
    .string({ error: options.required })
    .overwrite(normalizeLine)
    .trim()
    .min(options.min ?? 1, { error: options.required })
    .refine((value) => value === '' || visibleCharacter.test(value), { error: options.required })
    .max(options.max, { error: `Please use at most ${options.max} characters.` })
}

/** Free text over several lines; one with nothing to see in it is empty, and counts as absent. */
export function multiLine(max: number) {
  return z
    .string()
    .overwrite(normalizeLines)
    .trim()
    .max(max, { error: () => `Please use at most ${max.toLocaleString('en-US')} characters.` })
    .overwrite((value) => (visibleCharacter.test(value) ? value : ''))
}

/** Characters around an address that was copied from a page or a chat. Looking behind keeps this linear. */
const aroundAddress =
  /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+|(?<![\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}])[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+$/gu

/**
 * An address as HTML's own email field takes it, at a domain with a dot, with at most 64 characters before
 * the @ and 254 in all (RFC 5321).
 */
export const mailAddress = (problem: string) =>
  z
    .string({ error: problem })
    .overwrite((typed) => typed.replace(aroundAddress, ''))
    .pipe(
      z
        .email({ error: problem, pattern: z.regexes.html5Email })
        .regex(/^.{1,64}@.+\./, { error: problem })
        .max(254, { error: problem }),
    )

/** Passwords are the same however a keyboard composes their letters (NIST SP 800-63B: NFC). */
export const normalizePassword = (typed: string): string => typed.normalize('NFC')

/** A password of an account here. Its length is that of its normal form. */
export const accountPassword = (options: { required: string; min?: number }) =>
  z.string({ error: options.required }).overwrite(normalizePassword).pipe(secret(options))

/** A secret of someone else is kept exactly as typed: no trimming, no normalization. NUL cannot be typed. */
export function secret(options: { required: string; min?: number }) {
  return z
    .string({ error: options.required })
    .min(options.min ?? 1, { error: options.required })
    .refine((value) => value.isWellFormed(), { error: 'Please type this again.' })
    .refine((value) => !value.includes('\0'), {
      error: 'Please remove special control characters.',
    })
    .refine((value) => new TextEncoder().encode(value).length <= maxSecretBytes, {
      error: () => `Please use at most ${maxSecretBytes.toLocaleString('en-US')} bytes.`,
    })
}

/** bcrypt sees a keyed digest, so this bounds work, not strength. */
const maxSecretBytes = 1024

/** 32 random bytes, base64url without padding. */
export const token = z.string().regex(/^[\w-]{43}$/)
