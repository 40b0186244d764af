import { adminPasswordMinLength } from '@shared/accounts'
import { isCommonPassword, passwordTooCommon } from './passwords'

const tooShortForAdmin = `The administrator's password must be at least ${adminPasswordMinLength} characters.`

/** Why somebody who has an account must not choose this password; null when they may. */
export function findPasswordFlaw(
  password: string,
  owner: { email: string; firstName: string; lastName: string; isAdmin: 0 | 1 },
): string | null {
  if (owner.isAdmin && password.length < adminPasswordMinLength) return tooShortForAdmin
  return isCommonPassword(password, owner) ? passwordTooCommon : null
}
