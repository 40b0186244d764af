const units = ['bytes', 'KB', 'MB', 'GB']

/** `1536` becomes `1.5 KB`; steps of 1024. */
export function formatFileSize(bytes: number): string {
  if (bytes === 1) return '1 byte'
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  const rounded = unit === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10
  return `${rounded} ${units[unit] ?? ''}`
}

/** The kind of a file as people name it, from its extension: `report.pdf` is a `PDF`. */
export function fileTypeLabel(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 && dot < name.length - 1 ? name.slice(dot + 1).toUpperCase() : 'File'
}

const tailLength = 12

/**
 * Head and tail of a name; the head may be cut off on screen, the tail keeps the extension. It begins
 * with a whole word, unless that would be a long one.
 */
export function splitFileName(name: string): { head: string; tail: string } {
  if (name.length <= 2 * tailLength) return { head: '', tail: name }
  const isWordStart = (at: number) => /[\s_.-]/.test(name.charAt(at - 1))
  const farthest = name.length - tailLength
  const nearby = Array.from({ length: tailLength }, (_, index) =>
    // First the tails that grow longer, then the shorter ones.
    index < 6 ? farthest - index : farthest + index - 5,
  )
  const cut = nearby.find(isWordStart) ?? farthest
  return { head: name.slice(0, cut), tail: name.slice(cut) }
}

/** For a name within a sentence, where nothing can be cut on screen: shorter in its middle. */
export function shortenFileName(name: string, most = 36): string {
  if (name.length <= most) return name
  const { head, tail } = splitFileName(name)
  return `${head.slice(0, most - tail.length - 1).trimEnd()}…${tail}`
}
