import type { Reauthentication } from '@shared/accounts'
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
      await sent.catch((error: unknown) => {
        if (isAboutProof(error)) throw error
      })
      outcome = sent
    },
  })
  if (outcome) return outcome
  throw new HttpError(403, 'not confirmed', {
    words: 'Confirm it’s you first, with your password.',
  })
}

function isAboutProof(error: unknown): boolean {
  const errors = error instanceof HttpError ? error.data?.errors : undefined
  return Boolean(errors?.['currentPassword'] ?? errors?.['code'])
}
