/** The administrator's own account is not deleted. */
const isPartner = (user: { isAdmin: 0 | 1 }): boolean => user.isAdmin === 0

export const canDeleteUser = isPartner

/** Administrators end their own sessions on the Account page. */
export const canEndUserSessions = isPartner
