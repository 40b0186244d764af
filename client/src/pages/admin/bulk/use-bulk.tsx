import { useState } from 'react'
import type { BulkList } from '@shared/bulk-runs'
import type { Page } from '@/lib/http'
import type { PageRequest } from '@/lib/page-query'
import { BulkActions, type BulkApproval } from './bulk-actions'
import { useSelection, type ListRequest, type SelectedRow } from './use-selection'

/** What is chosen of a list, the bar that acts on it, and the list as a file. */
export function useBulk<Row extends SelectedRow>(
  list: BulkList,
  request: PageRequest & ListRequest,
  page: Page<Row> | undefined,
  approval: BulkApproval = 'of-all',
) {
  const selection = useSelection(list, request, page)
  const [isWriting, setIsWriting] = useState(false)
  const writing = list === 'users' ? { isOpen: isWriting, onToggle: setIsWriting } : null
  return {
    selection: selection.rows,
    exported: { list, request },
    bar: <BulkActions of={list} selection={selection} approval={approval} writing={writing} />,
    /** An email to all of them is being written. */
    isWriting,
  }
}
