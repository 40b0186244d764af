import { passwordAdvisedLength, passwordMinLength } from '@shared/accounts'

/** Advice under a new password. It never stands in the way of a valid one. */
export function passwordHint(password: string): string {
  const { length } = password
  if (length < passwordMinLength) return `At least ${passwordMinLength} characters.`
  if (length < passwordAdvisedLength) {
    return `Good enough. ${passwordAdvisedLength} characters or more are far harder to guess.`
  }
  return 'Strong: long passwords are hard to guess.'
}
