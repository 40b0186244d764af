import { SlidersHorizontal } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { Button } from '@/ui/button'
import { cx } from '@/ui/class-names'

interface FilterFoldProps {
  /** For a list beside the row that is open. On phones the filters are folded always. */
  isFolded?: boolean
  children: ReactNode
}

/** The filters of a list; behind a button where they would take the room of its rows. */
export function FilterFold({ isFolded = false, children }: FilterFoldProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
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
      <div
        id={id}
        hidden={isFolded && !isOpen}
        className={cx('contents', !isOpen && 'max-md:hidden')}
      >
        {children}
      </div>
    </>
  )
}
