import { getErrorMessage, needsReauthentication } from './http'
import { toast, type ToastOptions } from './toast-store'

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
