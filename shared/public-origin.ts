/** Placeholder for the portal's own origin in files that are built before that origin is known. */
export const originPlaceholder = '__PUBLIC_ORIGIN__'
