import type { ReactNode } from 'react'

/** A text that a table's row cuts at its end where it is too long, and a card shows whole. */
export function OneLine({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <span
      title={text}
      className="block min-w-0 truncate [&_wbr]:hidden stacked:[&_wbr]:inline stacked:overflow-visible stacked:wrap-anywhere stacked:whitespace-normal"
    >
      {children ?? text}
    </span>
  )
}
