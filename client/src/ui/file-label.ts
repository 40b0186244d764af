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

/** Head and tail of a name; the head may be cut off on screen, the tail keeps the extension. */
export function splitFileName(name: string): { head: string; tail: string } {
  if (name.length <= 24) return { head: '', tail: name }
  const cut = name.length - 12
  return { head: name.slice(0, cut), tail: name.slice(cut) }
}
