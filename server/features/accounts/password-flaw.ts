import { adminPasswordMinLength, passwordTooCommon } from '@shared/accounts'
import { isCommonPassword, type PasswordOwner } from '@shared/password-verdict'

const tooShortForAdmin = `The administrator's password must be at least ${adminPasswordMinLength} characters.`

/** Why someone must not choose this password; null when they may. Takes milliseconds, up to about 20. */
export function findPasswordFlaw(
  password: string,
  owner: PasswordOwner & { isAdmin: 0 | 1 },
): string | null {
  if (owner.isAdmin && password.length < adminPasswordMinLength) return tooShortForAdmin
  return isCommonPassword(password, owner) ? passwordTooCommon : null
}
