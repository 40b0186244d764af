import { announce } from './announce'
import { createStore, useStore } from './store'
import { getErrorMessage, needsReauthentication } from './http'

export type ToastOptions = {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** Nothing was done, and nothing failed: no check mark. */
  isNeutral?: boolean
  action?: { label: string; onClick: () => void }
  /** The act that its action undoes. */
  undoes?: string
  /** On a phone, where it covers what is under the header: what it cuts off is said on the page as well. */
  isOneLine?: boolean
  /** Milliseconds until it goes by itself; 5,000 otherwise. */
  duration?: number
}

export type ToastRecord = ToastOptions & { id: string; open: boolean }

const TOAST_LIMIT = 1
const TOAST_REMOVE_DELAY = 1_000_000

const toasts = createStore<readonly ToastRecord[]>([])
let count = 0
const removals = new Map<string, ReturnType<typeof setTimeout>>()

function publish(next: readonly ToastRecord[]) {
  for (const { id } of toasts.get()) {
    if (next.some((kept) => kept.id === id)) continue
    clearTimeout(removals.get(id))
    removals.delete(id)
  }
  toasts.set(next)
}

/** Shows a toast; a newer one replaces the one on screen. */
export function toast(options: ToastOptions) {
  count += 1
  const id = `toast-${count}`
  publish([{ ...options, id, open: true }, ...toasts.get()].slice(0, TOAST_LIMIT))
  const { title, description, action } = options
  announce([title, description, action && `${action.label}: F8`], 'assertive')
  return { id, dismiss: () => dismissToast(id) }
}

/** The toast that says that something was done, or its title; some are about the answer. */
export type Done<Answer, Input> =
  string | ToastOptions | ((answer: Answer, sent: Input) => string | ToastOptions)

export function toastDone<Answer, Input>(
  done: Done<Answer, Input> | undefined,
  answer: Answer,
  sent: Input,
): void {
  const said = typeof done === 'function' ? done(answer, sent) : done
  if (said) toast(typeof said === 'string' ? { title: said } : said)
}

/** Closes a toast immediately and drops it from the store 1,000,000 ms later. */
export function dismissToast(id: string) {
  if (!toasts.get().some((entry) => entry.id === id && entry.open)) return
  publish(toasts.get().map((entry) => (entry.id === id ? { ...entry, open: false } : entry)))
  const remove = () => publish(toasts.get().filter((entry) => entry.id !== id))
  removals.set(id, setTimeout(remove, TOAST_REMOVE_DELAY))
}

export const getToasts = toasts.get

export const useToasts = () => useStore(toasts)

const variant = 'destructive' as const

/** Says what did not work, and why: in the server's words, or in ours when it has none. */
export function toastError(
  title: string,
  error: unknown,
  fallback = 'Please try again',
  look: Pick<ToastOptions, 'isOneLine'> = {},
): void {
  // Whoever closes the password dialog knows why nothing was done.
  const kind = needsReauthentication(error) ? { isNeutral: true } : { variant }
  toast({ title, description: getErrorMessage(error, fallback), ...kind, ...look })
}

export function toastDeletionError(what: string, error: unknown): void {
  const description = `Failed to delete ${what}: ${getErrorMessage(error, 'Please try again')}`
  toast({ title: 'Error', description, variant })
}
