import { Skeleton } from '@/ui/skeleton'

/** Holds the place of the form, as high as it is: nothing moves when it comes. */
export function MessageFormSkeleton() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Loading the form</span>
      <div className="grid gap-5 sm:grid-cols-2">
        <Line />
        <Line />
      </div>
      <Line />
      <Skeleton className="h-63.5 w-full min-[30rem]:h-58" />
      <Skeleton className="mt-1 h-13 w-full rounded-md sm:w-44" />
    </div>
  )
}

/** A label with its field. */
const Line = () => <Skeleton className="h-18.5 w-full" />
