import { passwordAdvisedLength, passwordMinLength } from '@shared/accounts'

/** Advice under a new password. It never stands in the way of a valid one. */
export function passwordHint(password: string, minLength: number = passwordMinLength): string {
  const { length } = password
  if (length < minLength) return `At least ${minLength} characters.`
  if (length < passwordAdvisedLength) {
    return `Good enough. ${passwordAdvisedLength} characters or more are far harder to guess.`
  }
  return 'Strong: long passwords are hard to guess.'
}
