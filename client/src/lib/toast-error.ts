import { getErrorMessage } from './http'
import { toast, type ToastOptions } from './toast-store'

const variant = 'destructive'

/** Says what did not work, and why: in the server's words, or in ours when it has none. */
export function toastError(
  title: string,
  error: unknown,
  fallback = 'Please try again',
  look: Pick<ToastOptions, 'isOneLine'> = {},
): void {
  toast({ title, description: getErrorMessage(error, fallback), variant, ...look })
}

export function toastDeletionError(what: string, error: unknown): void {
  const reason = getErrorMessage(error, 'Please try again')
  toast({ title: 'Error', description: `Failed to delete ${what}: ${reason}`, variant })
}
