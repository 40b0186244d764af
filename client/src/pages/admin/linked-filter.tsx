import type { ReactNode } from 'react'
import type { ListAddress } from '@/lib/use-list-address'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'

interface LinkedFilterProps {
  title: string
  /** The whole list: 'Reports'. */
  all: string
  address: ListAddress
  /** The filter's parameter. */
  name: string
  /** Describes the rows that are left. */
  children: ReactNode
}

/** Says that a list is narrowed by a filter that only a link sets, such as one of the overview. */
export function LinkedFilter({ title, all, address, name, children }: LinkedFilterProps) {
  if (!address.filters[name]) return null
  return (
    <Notice
      title={title}
      className="mb-4"
      actions={
        <Button size="sm" variant="secondary" onClick={() => address.narrow({ [name]: '' })}>
          Show All {all}
        </Button>
      }
    >
      {children}
    </Notice>
  )
}
