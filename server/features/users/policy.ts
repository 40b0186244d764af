/** The administrator's own account is neither reviewed nor deleted. */
export const canReviewUser = (user: { isAdmin: 0 | 1 }): boolean => user.isAdmin === 0

export const canDeleteUser = canReviewUser

/** The administrator ends the own sessions under Account. */
export const canEndUserSessions = canReviewUser
