import { useQuery } from '@tanstack/react-query'
import { textStatuses } from '@shared/list-choices'
import type { ListedText } from '@shared/texts'
import { textsQuery, useCancelText } from '@/features/texts/api'
import { TextsTable } from '@/features/texts/texts-table'
import { toastError } from '@/lib/toast-error'
import { useListAddress } from '@/lib/use-list-address'
import { toast } from '@/lib/toast-store'
import { ListPage } from '../list-page'

/** Every text that the portal has to send or has sent, and the outcome. */
export function TextOutbox() {
  const address = useListAddress(textStatuses)
  const { status, cursor } = address
  const list = useQuery(textsQuery({ status, cursor }))
  const canceling = useCancelText()

  async function cancel(text: ListedText) {
    try {
      await canceling.mutateAsync(text.id)
      toast({ title: 'Text canceled' })
    } catch (error) {
      toastError('The text was not canceled', error)
    }
  }

  return (
    <ListPage
      address={address}
      list={list}
      nouns={{ singular: 'text', plural: 'texts' }}
      emptyTexts={{
        noneYet: 'No texts yet',
        whatAppears: 'Every text message the portal sends appears here.',
      }}
    >
      {({ rows, ...shown }) => (
        <TextsTable
          texts={rows}
          {...shown}
          busyId={canceling.isPending ? canceling.variables : null}
          onCancel={(text) => void cancel(text)}
        />
      )}
    </ListPage>
  )
}
