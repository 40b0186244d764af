import { useRef } from 'react'
import { cx } from '@/ui/class-names'
import { useOverflow } from '@/ui/use-overflow'

/** Never broken, as spaces count; look-alike letters must be told apart. A long one scrolls. */
export function ClearPassword({ password }: { password: string | null }) {
  if (password === null) return <span className="text-danger">Cannot be decrypted</span>
  return <ScrolledPassword password={password} />
}

function ScrolledPassword({ password }: { password: string }) {
  const box = useRef<HTMLElement>(null)
  const scrolls = useOverflow(box)
  return (
    <code
      ref={box}
      role={scrolls ? 'group' : undefined}
      aria-label={scrolls ? 'Password' : undefined}
      tabIndex={scrolls ? 0 : undefined}
      className={cx(
        'block max-w-36 overflow-x-auto font-mono text-sm whitespace-pre stacked:max-w-full',
        // It fades where more of it follows.
        scrolls && 'pr-5 not-focus-visible:mask-r-from-[calc(100%-1.25rem)]',
      )}
    >
      {password}
    </code>
  )
}
