/** Upload keys, file tokens and reset tokens are 43 characters of base64url; some may be lost to a broken escape. */
const keyLike = /[\w-]{40,}/g
const keyOrEscape = /\\(?:u[\da-f]{4}|.)|[\w-]{40,}/gis
const encodedByte = /%([\da-f]{2})/gi
const redacted = '[redacted]'
const documentPath = /((?:^|[/\\])(?:uploads|link-file)[/\\]).+/is

/** Takes whatever could be a key or a token out of a line of JSON, and leaves it JSON. */
export const redactLine = (line: string): string =>
  line.replaceAll(keyOrEscape, (found) => (found.startsWith('\\') ? found : redacted))

/**
 * A request's address for the log: without its query string, anything that could be a key, and names of
 * documents, however they are encoded and whether or not a route matches.
 */
export function redactAddress(url: string): string {
  const decoded = decodeFully(url)
  if (decoded === null) return '[unreadable]'
  const [path = ''] = decoded.replace(/^[a-z][\w+.-]*:\/\/[^/]*/i, '').split(/[?#]/, 1)
  return path.replace(documentPath, `$1${redacted}`).replaceAll(keyLike, redacted)
}

/** Removes every layer of percent-encoding, byte by byte; null when there are too many. */
export function decodeFully(text: string): string | null {
  let decoded = text
  for (let layer = 0; layer < 8; layer += 1) {
    const inner = decoded.replaceAll(encodedByte, (_byte, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    if (inner === decoded) return decoded
    decoded = inner
  }
  return null
}
