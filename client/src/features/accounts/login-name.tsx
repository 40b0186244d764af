/**
 * Whose password a form takes, where the form itself does not ask. Password managers keep what they save
 * by a name, and look for it in the form.
 */
export const LoginName = ({ email }: { email?: string }) => (
  <input type="text" autoComplete="username" value={email} hidden readOnly />
)
