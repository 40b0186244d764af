/** The administrator has no score to review. */
export const canHaveScore = (user: { isAdmin: 0 | 1 }): boolean => user.isAdmin === 0
