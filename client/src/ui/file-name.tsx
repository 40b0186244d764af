import { cx } from './class-names'
import { shortenFileName, splitFileName } from './file-label'

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
