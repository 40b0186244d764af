import type { ReactNode } from 'react'
import { LoadError } from './load-error'
import { Skeleton } from './skeleton'

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
  children: (data: Data) => ReactNode
}

/** Shows the data of a query; until then a skeleton, or why it could not be loaded. */
export function Loaded<Data>({ query, what, skeleton, children }: LoadedProps<Data>) {
  const { data, isError, refetch } = query
  return (
    <>
      {isError ? <LoadError what={what} onRetry={refetch} /> : null}
      {data === undefined && !isError ? <Placeholder shape={skeleton} /> : null}
      {data === undefined ? null : children(data)}
    </>
  )
}

const Placeholder = ({ shape }: { shape: ReactNode }) =>
  typeof shape === 'string' ? <Skeleton className={shape} /> : shape
