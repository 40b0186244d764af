import contentDisposition from 'content-disposition'
import { fileExtensions, fileKinds, type FileKind } from '@shared/file-kinds'
import { maxFileNameLength } from '@shared/files'
import { behindEnding } from '@shared/foreign-files'

const fallbackName = 'document'

// Invisible characters: controls, text direction, soft hyphens, zero-width and tag characters. Kept
// are what scripts and emoji are written with: variation selectors, and for now the two joiners.
const invisible =
  /(?![\u200c\u200d\p{Variation_Selector}])[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu
const loneSurrogate = /\p{Surrogate}/gu

// A joiner means something between two letters or symbols (Persian, Indic scripts, emoji), and only
// hides elsewhere, such as inside an extension.
const joiners = /([^\0-\x7f\u200c\u200d])?([\u200c\u200d]+)(?=([^\0-\x7f])?)/gu
const joinable = /^[\p{L}\p{M}\p{S}]$/u

// Looking behind keeps this linear on long runs in the middle of a name.
const danglingEnd = /(?<![\s.\u200c\u200d])[\s.\u200c\u200d]+$/u
const extensionAtEnd = /\.[\p{L}\p{N}]{1,10}$/u

/** Endings of documents, pictures and downloads; of anything else a dot may be part of the name. */
const ownEndings = fileKinds.flatMap((kind) => fileExtensions[kind]).join('|')
const exchangeable = new RegExp(
  String.raw`^(?<before>[^]*)\.(?<ending>${ownEndings}|jfif|jpe|hei[cf]|avif|webp|gif|tiff?|bmp|dotx?|rtf|odt|pages|txt|zip|bin|dat|tmp)(?<behind>${behindEnding})`,
  'iu',
)

/**
 * The name a file is kept and shown under: its last path part in NFC, without invisible characters,
 * at most 150 UTF-16 units with the extension kept, never empty. It is a name for people, not for
 * a disk, a shell or HTML. Cleaning a clean name changes nothing.
 */
export function cleanFileName(raw: string): string {
  const visible = raw.replace(loneSurrogate, '\ufffd').replace(invisible, '').normalize('NFC')
  const name = removeStrayJoiners(visible)
    .normalize('NFC')
    .replace(/^.*[/\\]/su, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(danglingEnd, '')
  const extension = extensionAtEnd.exec(name)?.[0] ?? ''
  const stem = name.slice(0, name.length - extension.length).replace(/^[\s.]+/u, '')
  return shorten(stem || fallbackName, maxFileNameLength - extension.length) + extension
}

/**
 * Cleans the name of what was received and is of this kind: endings of other kinds are replaced by one of its own, and
 * a name without any gets one.
 */
export function nameReceived(raw: string, kind: FileKind): string {
  const [usual = kind] = fileExtensions[kind]
  let stem = cleanFileName(raw)
  for (;;) {
    const { before = '', ending = '', behind = '' } = exchangeable.exec(stem)?.groups ?? {}
    if (ending === '') return cleanFileName(`${stem}.${usual}`)
    const isOwn = fileExtensions[kind].includes(ending.toLowerCase())
    if (isOwn && behind === '') return stem
    stem = (before + behind).replace(/[\s._~-]+$/, '')
    if (isOwn) return cleanFileName(`${stem}.${ending}`)
  }
}

/** Content-Disposition: an ASCII name, and the real one as filename*. */
export function dispositionHeader(fileName: string, type: 'attachment' | 'inline'): string {
  const name = cleanFileName(fileName)
  const fallback = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')
  return contentDisposition(name, { type, fallback })
}

function removeStrayJoiners(text: string): string {
  return text.replace(joiners, (_match, before?: string, run: string = '', after?: string) => {
    const isUseful = joinable.test(before ?? '') && joinable.test(after ?? '')
    return (before ?? '') + (isUseful ? run.charAt(0) : '')
  })
}

/** Cuts between characters, not inside a surrogate pair. */
function shorten(stem: string, maxLength: number): string {
  if (stem.length <= maxLength) return stem
  const end = /[\ud800-\udbff]$/.test(stem.slice(0, maxLength)) ? maxLength - 1 : maxLength
  return stem.slice(0, end).replace(danglingEnd, '')
}
