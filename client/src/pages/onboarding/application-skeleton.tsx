import { Card } from '@/ui/card'
import { cx } from '@/ui/class-names'
import { Skeleton } from '@/ui/loaded'

/** Holds the place of the application's forms, as high as they are: nothing moves when they come. */
export function ApplicationSkeleton() {
  return (
    <Card>
      {/* Its lines must not widen a narrow page. */}
      <div role="status" className="contain-inline-size">
        <span className="sr-only">Loading the form</span>
        <div className="flex h-14 items-center gap-6 shadow-[inset_0_-1px_0_var(--hairline)] sm:h-12">
          <Skeleton className="h-4 w-36" />
          <Skeleton className="h-4 w-36" />
        </div>
        <div className="grid gap-6 pt-6">
          <div>
            <Line width="w-56" />
            <Line width="w-64" className="mt-0.5" />
            <Line width="w-24" className="sm:hidden" />
            <Skeleton className="mt-2 h-48.5 w-full rounded-lg pointer-fine:h-30" />
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            <FieldSkeleton />
            <FieldSkeleton />
            <FieldSkeleton />
            <FieldSkeleton />
            <FieldSkeleton hasHint />
            <FieldSkeleton hasHint />
          </div>
          <Skeleton className="h-13 w-full sm:h-6.5" />
          <Skeleton className="h-42 w-full sm:h-24.5" />
        </div>
        <Skeleton className="mt-7 h-13 w-full rounded-md sm:w-48" />
        <Line width="w-52" className="mt-3" />
      </div>
    </Card>
  )
}

function FieldSkeleton({ hasHint = false }: { hasHint?: boolean }) {
  return (
    <div>
      <Line width="w-28" />
      {hasHint ? <Line width="w-44" className="mt-0.5" /> : null}
      <Skeleton className="mt-2 h-11 w-full rounded-md" />
    </div>
  )
}

/** As high as a line of small text. */
function Line({ width, className }: { width: string; className?: string }) {
  return (
    <span className={cx('flex h-lh items-center text-sm', className)}>
      <Skeleton className={cx('h-3.5', width)} />
    </span>
  )
}
