import type { ReactNode } from 'react'
import { Button } from './button'
import { Notice } from './notice'
import { cx } from './class-names'

export interface LoadingQuery<Data> {
  data: Data | undefined
  isError: boolean
  refetch: () => unknown
}

interface LoadedProps<Data> {
  query: LoadingQuery<Data>
  /** 'The users', 'Your documents'. */
  what: string
  /** Shown until the data is there: content, or the class of one block. */
  skeleton: ReactNode
  /** A refetch that fails is not said: the data is asked for again by itself. */
  isQuiet?: boolean
  children: (data: Data) => ReactNode
}

/** Shows the data of a query; until then a skeleton, or why it could not be loaded. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, what, skeleton, isQuiet = false, children } = props
  const { data, isError, refetch } = query
  if (data === undefined && !isError)
    return typeof skeleton === 'string' ? <Skeleton className={skeleton} /> : skeleton
  return (
    <>
      {isError && !(isQuiet && data !== undefined) ? (
        <LoadError what={what} onRetry={refetch} />
      ) : null}
      {data === undefined ? null : children(data)}
    </>
  )
}

interface LoadErrorProps {
  /** 'The users', 'Your documents'. */
  what: string
  onRetry: () => unknown
  /** Instead of the usual reassurance. */
  children?: ReactNode
}

/** Shown in place of something that could not be loaded. */
export function LoadError({ what, onRetry, children }: LoadErrorProps) {
  return (
    <Notice
      tone="danger"
      isNews
      title={`${what} could not be loaded`}
      actions={<Button onClick={() => void onRetry()}>Try Again</Button>}
    >
      {children ?? 'Please check your connection. Nothing is lost.'}
    </Notice>
  )
}

/** A placeholder with the shape of what is loading; it appears only after 200 ms. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('block animate-skeleton rounded-sm bg-sand', className ?? 'h-4 w-full')}
    />
  )
}
