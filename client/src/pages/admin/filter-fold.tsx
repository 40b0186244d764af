import { SlidersHorizontal } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { Button } from '@/ui/button'
import { cx } from '@/ui/class-names'

interface FilterFoldProps {
  /** For a list beside the row that is open. On phones the filters are folded always. */
  isFolded?: boolean
  /** At the end of the last row; on phones too. */
  more?: ReactNode
  children: ReactNode
}

/** The filters of a list; behind a button where they would take the room of its rows. */
export function FilterFold({ isFolded = false, more, children }: FilterFoldProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const isHidden = isFolded && !isOpen
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        icon={<SlidersHorizontal />}
        aria-expanded={isOpen}
        aria-controls={id}
        className={isFolded ? '' : 'md:hidden'}
        onClick={() => setIsOpen(!isOpen)}
      >
        Filters
      </Button>
      <div id={id} hidden={isHidden} className={cx('contents', !isOpen && 'max-md:hidden')}>
        {children}
      </div>
      {more === undefined ? null : (
        <div
          hidden={isHidden}
          className="order-1 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1"
        >
          {more}
        </div>
      )}
    </>
  )
}
