import type { ReviewedFile } from '@shared/files'
import type { AskedQuestion, ListedQuestion, QuestionRequest } from '@shared/questions'
import type { ListedUser } from '@shared/users'
import { askForReason } from '@/lib/decisions'
import { fullName } from '@/lib/format'
import { post } from '@/lib/http'
import { toastError } from '@/lib/toast-store'
import { refreshAfter, shorten, showChange } from '@/lib/use-decide'
import { useSend } from '@/lib/use-send'
import { useUndo } from '@/lib/use-undo'
import { changeUserKey, isProofOf, usersPath } from './api'
import { pathQuery } from '@/lib/query-client'

const questionsPath = (userId: number) => `${usersPath}/${userId}/questions`

/** Questions to someone, refetched whenever they are opened: they may have been answered. */
export const questionsQuery = (userId: number) =>
  pathQuery<ListedQuestion[]>(questionsPath(userId), { fresh: true })

/** Anyone who waits for a decision, and is asked nothing yet. */
export const canBeAsked = (user: ListedUser | null): user is ListedUser =>
  user !== null &&
  user.status === 'pending' &&
  !user.isReferrer &&
  !user.isAdmin &&
  !user.askedAt &&
  !user.closesAt

export const nameAsked = (user: ListedUser, file?: ReviewedFile) =>
  file ? `about ${file.fileName}` : fullName(user)

/** The lists of people, with their histories and questions, and those that show what this person sent. */
function showsAsked(userId: number) {
  const isProof = isProofOf(userId)
  return (query: { queryKey: readonly unknown[] }) =>
    String(query.queryKey[0]).startsWith(usersPath) || isProof(query)
}

/**
 * Asks someone what is written in the dialog for it, about a document of theirs or about them, and offers to undo
 * that. Returns whether the question was sent.
 */
export function useAsk() {
  const { sayDone } = useUndo()
  const sending = useSend(
    ({ id, name, ...body }: QuestionRequest & { id: number; name: string }) =>
      post<ListedUser & AskedQuestion>(questionsPath(id), body, {
        undo: ({ questionId }) => ({
          path: `questions/${questionId}`,
          name,
          where: window.location.pathname,
          tellsSomeone: true,
        }),
      }),
    {
      key: changeUserKey,
      onAnswer: async (changed, client, { id }) => {
        await showChange(client, changed, { predicate: showsAsked(id), lists: [usersPath] })
        await refreshAfter(client, null, showsAsked(id))
      },
      onRefusal: (error, client, { id }) => refreshAfter(client, error, showsAsked(id)),
    },
  )

  return async function ask(user: ListedUser, file?: ReviewedFile): Promise<boolean> {
    const answer = await askForReason({
      kind: 'question',
      name: nameAsked(user, file),
      of: file ? `${user.id} file ${file.id}` : user.id,
    })
    if (!answer) return false
    const { words } = answer
    const { id, status: basedOn } = user
    try {
      const name = `Asked ${fullName(user)}: ${shorten(words)}`
      const asked = await sending.mutateAsync({ id, name, words, basedOn, fileId: file?.id })
      answer.forget()
      sayDone(`questions/${asked.questionId}`, 'Question sent', name)
      return true
    } catch (error) {
      toastError('The question was not sent', error)
      return false
    }
  }
}
