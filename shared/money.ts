import { lazily } from './lazily'

const dollars = lazily(() => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }))

/** '$1,234.56' of whole cents; '-$500.00' of what is owed back. */
export const formatCents = (cents: number): string => dollars().format(cents / 100)
