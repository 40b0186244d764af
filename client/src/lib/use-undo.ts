import { useQueryClient } from '@tanstack/react-query'
import type { UndoneDecision, UndoneMail } from '@shared/decisions'
import { HttpError, request } from './http'
import { fetchAgain } from './page-query'
import { announceUndone, forgetDecision, rememberDecision } from './taken-decisions'
import { toastError } from './toast-error'
import { toast } from './toast-store'

const mailTexts: Record<UndoneMail, string> = {
  none: '',
  'held-back': ' The email about it was not sent.',
  sent: ' The email about it had already been sent.',
  unsure: ' The email about it may already be on its way.',
}

/** Takes a decision back, and says what that came to. */
export function useUndo() {
  const queryClient = useQueryClient()
  const refresh = () =>
    fetchAgain(queryClient, {
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin/'),
    })

  return async function undo(decisionId: number, askedAt = performance.now()): Promise<void> {
    forgetDecision(decisionId)
    try {
      const { undone, mail } = await request<UndoneDecision>(
        `/api/admin/decisions/${decisionId}/undo`,
        { method: 'POST' },
      )
      toast({ title: 'Decision undone', description: describe(undone) + mailTexts[mail] })
      await refresh()
      announceUndone(undone, askedAt)
    } catch (error) {
      // What the server has refused once it refuses again; a lost connection comes back.
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
