import { dateFormat } from '@shared/lazily'
import { formatCents } from '@shared/money'
import { methodTitle } from '@shared/payment-methods'
import {
  type HeldReason,
  heldReasons,
  type PayoutLine,
  type PayoutRun,
  type PayoutState,
} from '@shared/payouts'
import { formatDate, formatDay } from '@/lib/format'
import { Badge } from '@/ui/badge'
import { moneyColumn } from '@/ui/columns'
import type { Column } from '@/ui/table'
import { UserLink } from '@/ui/text'
import { LineActions, type Marking } from './mark-payouts'

export const lineColumns = (onMark: ((marking: Marking) => void) | null): Column<PayoutLine>[] => [
  {
    header: 'Payee',
    className: 'w-1/4 min-w-40',
    cell: ({ payeeId, name }) => (
      <UserLink
        user={name === null ? null : { id: payeeId, name }}
        without={`User ${payeeId}, deleted`}
      />
    ),
  },
  moneyColumn({ header: 'Amount', className: 'w-1/10', value: ({ cents }) => cents }),
  {
    header: 'Calendar year',
    className: 'w-1/6',
    cell: ({ yearCents, mustBeReported }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <span className="figures">{formatCents(yearCents)}</span>
        {mustBeReported ? <Badge tone="warning">Report</Badge> : null}
      </span>
    ),
  },
  {
    header: 'Method',
    className: 'w-1/5',
    cell: ({ method, lastFour }) =>
      method ? (
        <span>
          <span>{methodTitle(method)}</span>
          {lastFour ? (
            <span className="figures wrap-anywhere">
              {' '}
              {lastFour.includes('@') ? lastFour : `••${lastFour}`}
            </span>
          ) : null}
        </span>
      ) : (
        <span>–</span>
      ),
  },
  { header: 'Note', className: 'max-w-64', cell: (line) => <Note line={line} /> },
  ...(onMark
    ? [
        {
          header: 'Mark as',
          cell: (line: PayoutLine) => <LineActions line={line} onMark={onMark} />,
        },
      ]
    : []),
]

function Note({ line }: { line: PayoutLine }) {
  const { reference, settledAt } = line
  const said = [
    reference ? `Reference ${reference}` : '',
    describeReason(line),
    settledAt ? formatDate(settledAt) : '',
  ]
  return <span className="text-sm wrap-anywhere">{said.filter(Boolean).join(', ') || '–'}</span>
}

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

const describeReason = ({ reason }: PayoutLine): string =>
  heldReasons.flatMap((known) => (known === reason ? [heldTexts[known]] : []))[0] ?? reason ?? ''

const month = dateFormat({
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** 'October 2026', or 'Oct 19 – Oct 25' of a week. */
export const namePeriod = ({ period, firstDay, lastDay }: PayoutRun): string =>
  period.includes('W')
    ? `${formatDay(firstDay)} – ${formatDay(lastDay)}`
    : month(new Date(`${firstDay}T00:00:00Z`))

export const runStateNames: Record<PayoutRun['state'], string> = {
  draft: 'Draft',
  approved: 'Approved',
  done: 'Done',
}
