import { useQueryClient } from '@tanstack/react-query'
import type { UndoneDecision, UndoneMail } from '@shared/decisions'
import { beginUndo, forgetDecision, rememberDecision, takeLastDecision } from './decisions'
import { HttpError, request } from './http'
import { cancelAndInvalidate } from './page-query'
import { toastError } from './toast-error'
import { toast } from './toast-store'

const mailTexts: Record<UndoneMail, string> = {
  none: '',
  'held-back': ' The email about it was not sent.',
  sent: ' The email about it had already been sent.',
  unsure: ' The email about it may already be on its way.',
}

/** Undoes a decision, the last one of this tab unless it is named, and says what that came to. */
export function useUndo() {
  const queryClient = useQueryClient()
  const refresh = () =>
    cancelAndInvalidate(queryClient, {
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin/'),
    })

  return async function undo(named?: number): Promise<void> {
    const showUndone = beginUndo()
    const decisionId = named ?? (await takeLastDecision())
    if (decisionId === null) {
      toast({ title: 'Nothing to undo.', isNeutral: true })
      return
    }
    forgetDecision(decisionId)
    try {
      const { undone, mail } = await request<UndoneDecision>(
        `/api/admin/decisions/${decisionId}/undo`,
        { method: 'POST' },
      )
      toast({ title: 'Decision undone', description: describe(undone) + mailTexts[mail] })
      await refresh()
      showUndone(undone)
    } catch (error) {
      // A refusal is final; after a lost connection the undo can be tried again.
      if (!(error instanceof HttpError) || error.status >= 500) rememberDecision(decisionId)
      toastError('We couldn’t undo this decision', error)
      await refresh()
    }
  }
}

function describe([first, ...others]: UndoneDecision['undone']): string {
  if (!first) return ''
  const more = others.length === 0 ? '' : ' Everything approved along with it was undone too.'
  return `${first.name} is ${first.status} again.${more}`
}
