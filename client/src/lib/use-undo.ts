import { useQueryClient } from '@tanstack/react-query'
import type { UndoneDecision, UndoneMail } from '@shared/decisions'
import { beginUndo, forgetAct, rememberAct, takeLastAct, type Act } from './decisions'
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

/** Undoes a decision or a question, the last one of this tab unless it is named, and says what that came to. */
export function useUndo() {
  const queryClient = useQueryClient()
  const refresh = () =>
    cancelAndInvalidate(queryClient, {
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin/'),
    })

  return async function undo(named?: Act): Promise<void> {
    const showUndone = beginUndo()
    const act = named ?? (await takeLastAct())
    if (act === null) {
      toast({ title: 'Nothing to undo.', isNeutral: true })
      return
    }
    forgetAct(act)
    const isQuestion = act.startsWith('questions/')
    try {
      const { undone, mail } = await request<UndoneDecision>(`/api/admin/${act}/undo`, {
        method: 'POST',
      })
      const what = isQuestion ? describeQuestion(undone) : describe(undone)
      toast({
        title: isQuestion ? 'Question undone' : 'Decision undone',
        description: what + mailTexts[mail],
      })
      await refresh()
      showUndone(undone)
    } catch (error) {
      // A refusal is final; after a lost connection the undo can be tried again.
      if (!(error instanceof HttpError) || error.status >= 500) rememberAct(act)
      toastError(`We couldn’t undo this ${isQuestion ? 'question' : 'decision'}`, error)
      await refresh()
    }
  }
}

const describeQuestion = ([first]: UndoneDecision['undone']) =>
  first ? `${first.name} is in the queue again.` : ''

function describe([first, ...others]: UndoneDecision['undone']): string {
  if (!first) return ''
  const more = others.length === 0 ? '' : ' Everything approved along with it was undone too.'
  return `${first.name} is ${first.status} again.${more}`
}
