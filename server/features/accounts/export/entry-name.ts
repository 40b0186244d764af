/** What a file name on some system may not hold, and what hides or turns other characters around. */
const unsafe = /[\\/:*?"<>|\p{Cc}\p{Default_Ignorable_Code_Point}]/gu

/** What file systems take as one name. */
const maxNameBytes = 255

/**
 * The path of a document's content in an archive: safe to unpack anywhere, and like no other, as the
 * numbers come first.
 */
export function entryName(of: { document: number; version: number; fileName: string }): string {
  const { document, version, fileName } = of
  const safe = fileName.replaceAll(unsafe, '_').replace(/[\s.]+$/u, '')
  const numbers = `${document}-version-${version}-`
  return `documents/${numbers}${shorten(safe || 'document', maxNameBytes - numbers.length)}`
}

/** Cuts a name to so many bytes of UTF-8, before its ending. */
function shorten(name: string, bytes: number): string {
  const ending = /\.[^.]{1,10}$/u.exec(name)?.[0] ?? ''
  let left = bytes - Buffer.byteLength(ending)
  const kept: string[] = []
  for (const { segment } of new Intl.Segmenter().segment(
    name.slice(0, name.length - ending.length),
  )) {
    left -= Buffer.byteLength(segment)
    if (left < 0) break
    kept.push(segment)
  }
  return kept.join('') + ending
}
