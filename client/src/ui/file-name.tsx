import { cx } from './class-names'

/** A file's name on one line, cut in its middle when space is short. */
export function FileName({ name, className }: { name: string; className?: string }) {
  const { head, tail } = splitFileName(name)
  if (!head) {
    return (
      <span title={name} className={cx('block truncate', className)}>
        {name}
      </span>
    )
  }

  return (
    <span title={name} className={cx('flex min-w-0', className)}>
      <span className="sr-only">{name}</span>
      <span aria-hidden="true" className="min-w-5 shrink-99 truncate whitespace-pre">
        {head}
      </span>
      {/* Where there is room for neither, the ending stays. */}
      <span aria-hidden="true" className="flex min-w-0 justify-end overflow-hidden whitespace-pre">
        <span className="shrink-0">{tail}</span>
      </span>
    </span>
  )
}

/** A file's name in a table's row: on two lines where it must be, and cut in its middle only where those don't do. */
export function ListedFileName({ name }: { name: string }) {
  const shown = shortenFileName(name, 60)
  return (
    <span
      title={name}
      className="line-clamp-2 min-w-0 leading-4.5 wrap-anywhere stacked:line-clamp-3 stacked:leading-normal"
    >
      {shown === name ? (
        name
      ) : (
        <>
          <span className="sr-only">{name}</span>
          <span aria-hidden="true">{shown}</span>
        </>
      )}
    </span>
  )
}

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
