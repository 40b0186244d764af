import { type Done, toastDone, toastError } from './toast-store'
import { useSend, type SendOptions } from './use-send'

interface ActionOptions<Answer, Input> extends SendOptions<Answer, Input> {
  send: (input: Input) => Promise<Answer>
  /** Asked before. */
  ask?: string | ((input: Input) => string)
  /** The toast that says it was done; none where what is shown then says it. */
  done?: Done<Answer, Input>
  /** The title of the toast that says it was not, or what says so. */
  failure: string | ((error: unknown) => void)
  /** The reason, when the server gives none. */
  fallback?: string
  onDone?: (answer: Answer) => unknown
}

/** A call behind a button or a key: asks first where it has to, and says in a toast what came of it. */
export function useAction<Answer, Input = void>(options: ActionOptions<Answer, Input>) {
  const { send, ask, done, failure, fallback, onDone } = options
  const { mutateAsync, isPending, variables } = useSend(send, options)

  /** Returns whether it was done. */
  async function act(input: Input): Promise<boolean> {
    const question = typeof ask === 'function' ? ask(input) : ask
    if (question && !window.confirm(question)) return false
    try {
      const answer = await mutateAsync(input)
      toastDone(done, answer, input)
      onDone?.(answer)
      return true
    } catch (error) {
      if (typeof failure === 'function') failure(error)
      else toastError(failure, error, fallback)
      return false
    }
  }

  return { act, isPending, sending: isPending ? variables : undefined }
}
