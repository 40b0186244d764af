import type { Reauthentication } from '@shared/accounts'
import { reauthenticationRequired } from '@shared/error-codes'
import { HttpError, request, type RequestOptions } from './http'
import { waitForPassword, type PasswordQuestion } from './reauthentication'

/** Makes a call with password and code, asked for each time: for what hands money or an account to someone. */
export async function requestWithPassword<Answer>(
  path: string,
  options: RequestOptions,
  question: PasswordQuestion,
): Promise<Answer> {
  let outcome: Promise<Answer> | undefined
  await waitForPassword({
    question,
    async send(typed: Reauthentication) {
      const sent = request<Answer>(path, { ...options, body: { ...options.body, ...typed } })
      // Whoever closes the question meanwhile is told all the same.
      outcome = sent
      await sent.catch((error: unknown) => {
        if (!isAboutProof(error)) return
        outcome = undefined
        throw error
      })
    },
  })
  if (outcome) return outcome
  throw new HttpError(403, 'not confirmed', {
    code: reauthenticationRequired,
    words: 'Confirm it’s you first, with your password.',
  })
}

function isAboutProof(error: unknown): boolean {
  const errors = error instanceof HttpError ? error.data?.errors : undefined
  return Boolean(errors?.['currentPassword'] ?? errors?.['code'])
}
