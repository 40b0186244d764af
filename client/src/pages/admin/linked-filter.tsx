import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'

/** A filter that no control of the list sets: the overview leads to it. The address holds it. */
export function useLinkedFilter<Value extends string>(name: string, values: readonly Value[]) {
  const [query, setQuery] = useSearchParams()

  function clear() {
    setQuery((now) => {
      const next = new URLSearchParams(now)
      for (const gone of [name, 'cursor', 'open']) next.delete(gone)
      return next
    })
  }

  return { value: values.find((one) => one === query.get(name)), clear }
}

interface LinkedFilterProps {
  title: string
  /** All that the list shows without it: 'Reports'. */
  all: string
  filter: ReturnType<typeof useLinkedFilter>
  /** What it shows. */
  children: ReactNode
}

/** Says that a list is narrowed, while it is. */
export function LinkedFilter({ title, all, filter, children }: LinkedFilterProps) {
  if (!filter.value) return null
  return (
    <Notice
      title={title}
      className="mb-4"
      actions={
        <Button size="sm" variant="secondary" onClick={filter.clear}>
          Show All {all}
        </Button>
      }
    >
      {children}
    </Notice>
  )
}
