import {
  newPassword,
  passwordAdvisedLength,
  passwordMinLength,
  passwordTooCommon,
} from '@shared/accounts'
import type { PasswordOwner } from '@shared/password-verdict'
import { normalizePassword } from '@shared/text'
import type { IsCommonPassword } from './common-passwords'

// As short as what follows it, so that nothing below moves under a thumb.
const advice = `${passwordAdvisedLength} or more characters are safer.`

/**
 * The hint under a new password: what submitting it would say. Nothing is called strong enough before the list of
 * common passwords is loaded, nor where the page does not know whose password it is.
 */
export function passwordHint(input: {
  password: string
  owner: PasswordOwner | null
  isCommonPassword: IsCommonPassword | null
  minLength?: number
}): string {
  const { owner, isCommonPassword, minLength = passwordMinLength } = input
  const password = normalizePassword(input.password)
  if (password.length < minLength) return `At least ${minLength} characters.`
  const problem = newPassword.safeParse(password).error?.issues[0]?.message
  if (problem) return problem
  if (isCommonPassword?.(password, owner ?? nobody)) return passwordTooCommon
  if (!isCommonPassword || !owner) return advice
  return password.length < passwordAdvisedLength ? `Strong enough. ${advice}` : 'Strong enough.'
}

export const nobody: PasswordOwner = { email: '', firstName: '', lastName: '' }
