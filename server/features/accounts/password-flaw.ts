import { adminPasswordMinLength, passwordTooCommon } from '@shared/accounts'
import type { PasswordOwner } from '@shared/password-verdict'

const tooShortForAdmin = `The administrator's password must be at least ${adminPasswordMinLength} characters.`

/** Why someone must not choose this password; null when they may. Takes milliseconds, up to about 20. */
export async function findPasswordFlaw(
  password: string,
  owner: PasswordOwner & { isAdmin: 0 | 1 },
): Promise<string | null> {
  if (owner.isAdmin && password.length < adminPasswordMinLength) return tooShortForAdmin
  // Its dictionaries take a while to unpack: not before someone chooses a password.
  const { isCommonPassword } = await import('@shared/password-verdict')
  return isCommonPassword(password, owner) ? passwordTooCommon : null
}
