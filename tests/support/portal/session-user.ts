/** Who a session belongs to, for what is tested without the portal around it. */
export const sessionUser = {
  email: 'ada@example.com',
  isAdmin: 0,
  passwordVersion: '1',
  oneTimePasswordUntil: null,
  hasSecondFactor: false,
  closesAt: null,
} as const
