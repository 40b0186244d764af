// Without zod, for the pages that check a file before they send it.

/** A PDF may begin a kilobyte into its file, everything else is told by its first bytes. */
export const headBytes = 1032

const screenshot = 'Take a screenshot of it and upload that.'
const asPdf = 'Save it as a PDF and upload that.'
const unpack = 'Unpack it and upload the document in it.'
const picture = (name: string) => `This is ${name} picture. ${screenshot}`
const program = 'This is a program, not a document.'
const webPage = 'This is a web page. Print it, choose Save as PDF, and upload that.'
const archive = `This is an archive. ${unpack}`
const video = 'This is a video. Take a screenshot of your report and upload that.'
const audio = 'This is a sound recording. Upload your report or a screenshot of it.'

const ours = String.raw`^(?:\x89PNG\r\n\x1a\n|\xff\xd8\xff|\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1|PK\x03\x04)|%PDF-\d\.\d`

/** The first that fits says what a file is, by its first bytes, one character each. */
const foreign: [start: string, sentence: string][] = [
  [
    String.raw`^[^]{4}ftyp(?:he[iv]|mif1|msf1)`,
    'This is a HEIC photo. Take a screenshot of it, or choose Most Compatible under Settings, Camera, Formats.',
  ],
  [String.raw`^[^]{4}ftypavi[fs]`, picture('an AVIF')],
  [
    String.raw`^[^]{4}ftypcrx |^(?:II|MM)(?:\*\0|\0\*|R[OS])|^FUJIFILMCCD`,
    picture('a TIFF or raw camera'),
  ],
  [String.raw`^[^]{4}(?:jP {2}\r\n|ftypjp)|^\xffO\xffQ`, picture('a JPEG 2000')],
  [String.raw`^[^]{4}JXL |^\xff\n`, picture('a JPEG XL')],
  [String.raw`^RIFF[^]{4}WEBP`, picture('a WebP')],
  [String.raw`^GIF8`, picture('a GIF')],
  [String.raw`^BM[^]{4}\0\0\0\0`, picture('a BMP')],
  [String.raw`^8BPS`, picture('a Photoshop')],
  [String.raw`^\0\0[\x01\x02]\0[^\0]\0`, picture('an icon, not a')],
  [
    String.raw`^[^]{4}ftypM4[AB]|^ID3|^OggS|^fLaC|^#!AMR|^RIFF[^]{4}WAVE|^\xff[\xf1-\xf3\xf9-\xfb]`,
    audio,
  ],
  [String.raw`^\0[^]{3}(?:ftyp|moov|mdat|wide|skip|free)|^RIFF[^]{4}AVI |^\x1aE\xdf\xa3`, video],
  [String.raw`^FLV\x01|^0&\xb2u|^\0\0\x01[\xb3\xba]|^G[^]{187}G`, video],
  [String.raw`^MZ|^\x7fELF|^[\xcf\xce]\xfa\xed\xfe|^\xca\xfe\xba\xbe|^dex\n|^#!`, program],
  [String.raw`^PK|^Rar!|^7z\xbc\xaf|^\x1f\x8b|^BZh|^\xfd7zXZ|^MSCF|^[^]{257}ustar`, archive],
  [String.raw`^bplist0|^(?:\xef\xbb\xbf)?\s*<[a-zA-Z!?/]`, webPage],
  [String.raw`^\{\\rtf`, `This is a rich text document. ${asPdf}`],
  [String.raw`^%!`, `This is a PostScript document. ${asPdf}`],
  [String.raw`^%PDF`, 'This PDF is cut off. Save or download it again.'],
  [
    String.raw`^(?:Return-Path|Received|Delivered-To|From|To|Date|Subject|Message-ID|MIME-Version):`,
    'This is an email. Save the document that came with it and upload that.',
  ],
  [String.raw`^\0+$`, 'There is nothing in this file. Save or download it again.'],
  [
    String.raw`^(?:\xff\xfe|\xfe\xff)|^[^\0-\x08\x0e-\x1a\x1c-\x1f\x7f]+$`,
    `This is plain text. ${asPdf}`,
  ],
]

/** Names content of another kind, and what to do; null when it may be ours, or no one knows. */
export function describeForeign(head: Uint8Array): string | null {
  const text = String.fromCharCode(...head.subarray(0, headBytes))
  if (new RegExp(ours).test(text)) return null
  return foreign.find(([start]) => new RegExp(start).test(text))?.[1] ?? null
}

/** Copies and interrupted downloads have this behind their ending: `setup.exe (1)`, `setup.exe_`. */
export const behindEnding = String.raw`(?:[\s._~-]*\(\d{1,4}\)|[\s._~-]+(?:\d{1,3}|copy))?[\s._~-]*$`

/** Separated by bars, as in a regular expression. */
export const programEndings =
  'exe|scr|pif|cpl|dll|msi|msp|bat|cmd|ps1|vbs|vbe|js|jse|wsf|wsh|hta|jar|lnk|url|reg|apk|ipa|dmg|sh'

const refusedEndings: [endings: string, whose: string, advice: string][] = [
  [programEndings, 'programs', 'If it’s a document, rename it without that.'],
  ['docm|dotm|xlsm|xltm|pptm|potm', 'documents with macros', asPdf],
  [
    'html?|xhtml?|xht|shtml|mht|mhtml|svgz?|xml|php|aspx?|jsp|swf|chm',
    'web pages',
    'Print the page, choose Save as PDF, and upload that.',
  ],
]

/** Why a name is refused whatever is in the file: it says that it runs, or opens as a page. */
export function describeRefusedName(fileName: string): string | null {
  for (const [endings, whose, advice] of refusedEndings) {
    const ending = new RegExp(String.raw`\.(${endings})${behindEnding}`, 'i').exec(fileName)?.[1]
    if (ending) return `Its name ends in .${ending.toLowerCase()}, as ${whose} do. ${advice}`
  }
  return null
}
