/** The administrator's own account is neither reviewed nor deleted. */
const isPartner = (user: { isAdmin: 0 | 1 }): boolean => user.isAdmin === 0

export const canReviewUser = isPartner

export const canDeleteUser = isPartner

/** The administrator ends the own sessions under Account. */
export const canEndUserSessions = isPartner
