import {
  newPassword,
  passwordAdvisedLength,
  passwordMinLength,
  passwordTooCommon,
} from '@shared/accounts'
import type { PasswordOwner } from '@shared/password-verdict'
import type { PasswordJudge } from './password-judge'

const advice = `${passwordAdvisedLength} or more characters are much harder to guess.`

/**
 * What stands under a new password: what submitting it would say. Nothing is called allowed before the
 * judge is there, nor where the page does not know whose password it is.
 */
export function passwordHint(input: {
  password: string
  owner: PasswordOwner | null
  judge: PasswordJudge | null
  minLength?: number
}): string {
  const { password, owner, judge, minLength = passwordMinLength } = input
  if (password.length < minLength) return `At least ${minLength} characters.`
  const problem = newPassword.safeParse(password).error?.issues[0]?.message
  if (problem) return problem
  if (judge?.(password, owner ?? nobody)) return passwordTooCommon
  if (!judge || !owner) return advice
  return password.length < passwordAdvisedLength ? `Allowed. ${advice}` : 'Allowed.'
}

export const nobody: PasswordOwner = { email: '', firstName: '', lastName: '' }
