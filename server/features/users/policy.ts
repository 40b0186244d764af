/** The administrator's own account is neither reviewed nor deleted. */
const isPartner = (user: { isAdmin: 0 | 1 }): boolean => user.isAdmin === 0

export const canReviewUser = isPartner

export const canDeleteUser = isPartner

/** Administrators end their own sessions on the Account page. */
export const canEndUserSessions = isPartner
