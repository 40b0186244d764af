/** How long a shared login is kept once its owner was decided about. */
export const loginKeptDays = 30

/** The promise about shared logins, in the same words wherever it is said. */
export const loginIsSealed =
  'The password and the notes of a shared login are sealed (encrypted) at rest, and can be opened only by the one designated administrator.'
export const loginIsDeleted = `A shared login is deleted ${loginKeptDays} days after the decision on your application, or sooner when you withdraw it on your dashboard. It is also deleted with your account.`
