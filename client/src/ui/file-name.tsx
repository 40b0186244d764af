import { cx } from './class-names'
import { splitFileName } from './file-label'

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
      {/* Of what has room for neither, the ending stays. */}
      <span aria-hidden="true" className="flex min-w-0 justify-end overflow-hidden whitespace-pre">
        <span className="shrink-0">{tail}</span>
      </span>
    </span>
  )
}
