/** What a file name on some system may not hold, and what hides or turns other characters around. */
const unsafe = /[\\/:*?"<>|\p{Cc}\p{Default_Ignorable_Code_Point}]/gu

/**
 * The path of a document's content in an archive: safe to unpack anywhere, and like no other, as the
 * numbers come first.
 */
export function entryName(of: { document: number; version: number; fileName: string }): string {
  const { document, version, fileName } = of
  const safe = fileName.replaceAll(unsafe, '_').replace(/[\s.]+$/u, '')
  return `documents/${document}-version-${version}-${safe || 'document'}`
}
