/** The code of the error that asks a right password for the second factor as well. */
export const secondFactorRequired = 'second_factor_required'

/** The code of the error that asks who is logged in to confirm it. */
export const reauthenticationRequired = 'reauthentication-required'

/** The code of the error that asks whether to undo what someone was told already. */
export const alreadyToldCode = 'already-told'
