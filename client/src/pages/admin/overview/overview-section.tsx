import { useId, type ReactNode } from 'react'
import { Link } from 'wouter'
import { LoadError } from '@/ui/load-error'

interface OverviewSectionProps {
  title: string
  all: { label: string; path: string }
  isError: boolean
  onRetry: () => void
  children: ReactNode
}

/** A short list with its heading and the way to the whole one. */
export function OverviewSection({ title, all, isError, onRetry, children }: OverviewSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <Link href={all.path} className="link py-2 text-sm pointer-coarse:py-3">
          {all.label}
        </Link>
      </div>
      {isError ? <LoadError what="This list" onRetry={onRetry} /> : children}
    </section>
  )
}
