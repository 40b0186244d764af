import { useId, useState, type ReactNode } from 'react'
import { cx } from '@/ui/class-names'

interface PhoneFoldProps {
  title: string
  titleClass?: string
  /** Stays in sight under the title. */
  note?: ReactNode
  children: ReactNode
}

/**
 * A heading whose content a phone shows only when asked. On wider screens nothing is folded, and heading, note and
 * content are laid out as children of the parent.
 */
export function PhoneFold({ title, titleClass, note, children }: PhoneFoldProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <div className="relative flex min-h-16 flex-col justify-center py-2 pr-10 md:contents">
        <h3 id={`${id}-title`} className={titleClass}>
          {title}
        </h3>
        {note}
        <button
          type="button"
          aria-labelledby={`${id}-title`}
          aria-expanded={isOpen}
          aria-controls={`${id}-content`}
          className="absolute inset-0 w-full rounded-sm md:hidden"
          onClick={() => setIsOpen(!isOpen)}
        >
          {/* Drawn here: the first page that people see loads none of the icons. */}
          <svg
            aria-hidden="true"
            viewBox="0 0 24 24"
            className={cx(
              'absolute inset-y-0 right-1 my-auto size-5 stroke-current stroke-[1.5] text-brass-text transition-transform',
              isOpen && 'rotate-45',
            )}
          >
            <path d="M5 12h14M12 5v14" strokeLinecap="round" />
          </svg>
        </button>
      </div>
      <div id={`${id}-content`} className={cx('md:contents', !isOpen && 'max-md:hidden')}>
        {children}
      </div>
    </>
  )
}
