import {
  heldReasons,
  type HeldReason,
  type PayoutLine,
  type PayoutRun,
  type PayoutState,
} from '@shared/payouts'
import { formatDay } from '@/lib/format'

/** In the order in which a run shows them. */
export const stateNames: Record<PayoutState, string> = {
  ready: 'Ready',
  paying: 'To be paid',
  paid: 'Paid',
  failed: 'Failed',
  held: 'On hold',
  'missing-settings': 'No payment settings',
  'under-minimum': 'Under the minimum',
}

const heldTexts: Record<HeldReason, string> = {
  'account-gone': 'Account deleted',
  rejected: 'Person was rejected',
  closing: 'Account is closing',
  'profile-incomplete': 'Profile isn’t complete',
  'name-unwritable':
    'Banks can’t take this name. Ask the person to write it in Latin letters, or to be paid by PayPal.',
  'settings-changed': 'Payment settings changed in the last 3 days',
  'settings-unreadable': 'Payment settings can’t be read. Ask the person to save them again.',
  'nothing-left': 'Nothing is owed anymore',
  'rejected-since': 'Rejected since. Not in the payment file.',
}

export const sayReason = ({ reason }: PayoutLine): string =>
  heldReasons.flatMap((known) => (known === reason ? [heldTexts[known]] : []))[0] ?? reason ?? ''

const month = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** 'October 2026', or 'Oct 19 – Oct 25' of a week. */
export const namePeriod = ({ period, firstDay, lastDay }: PayoutRun): string =>
  period.includes('W')
    ? `${formatDay(firstDay)} – ${formatDay(lastDay)}`
    : month.format(new Date(`${firstDay}T00:00:00Z`))

export const runStateNames: Record<PayoutRun['state'], string> = {
  draft: 'Draft',
  approved: 'Approved',
  done: 'Done',
}
