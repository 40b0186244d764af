import type { ReactNode } from 'react'

/** A text cut at its end where it is too long: in a table's row after one line, on a card after two. */
export function OneLine({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <span
      title={text}
      className="block min-w-0 truncate [&_wbr]:hidden stacked:[&_wbr]:inline stacked:line-clamp-2 stacked:wrap-anywhere stacked:whitespace-normal"
    >
      {children ?? text}
    </span>
  )
}
