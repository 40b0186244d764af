import * as fc from 'fast-check'

const surrogates = { from: 0xd800, count: 0x800 }

/** Any character there is. The unit 'binary' of fast-check is the same, and takes a second of CPU to make. */
export const anyCharacter = fc
  .nat(0x10ffff - surrogates.count)
  .map((nth) => String.fromCodePoint(nth < surrogates.from ? nth : nth + surrogates.count))

/** Any text of them. */
export const anyText = fc.string({ unit: anyCharacter })
