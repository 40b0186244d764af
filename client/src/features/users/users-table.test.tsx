import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ListedUser } from '@shared/users'
import { fakeListedUser } from '@tests/support/client/fake-records'
import { formatDate, formatDateTime } from '@/lib/format'
import { UsersTable } from './users-table'

const nothing = () => undefined

function show(users: ListedUser[]) {
  render(
    <UsersTable
      rows={users}
      isLoading={false}
      empty={null}
      sorting={{ sort: 'newest', onSort: nothing }}
      selection={{ isChosen: () => false, toggle: nothing, page: 'none', togglePage: nothing }}
      selectedId={null}
      onSelect={nothing}
      brief={false}
      busyIds={new Set()}
      onDecide={nothing}
      onDelete={nothing}
      duplicates={new Set()}
      bounces={new Set()}
    />,
  )
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

it.each([
  [0.5, 'under 1 hour', 'Waiting under 1 hour.', ''],
  [3, '3 h', 'Waiting 3 hours.', ''],
  [28, '1 d 4 h', 'Waiting 28 hours, longer than 24 hours.', 'text-warning'],
  [80, '3 d 8 h', 'Waiting 3 days, longer than 48 hours.', 'text-danger'],
])('someone who waits for %d hours: %s', (hours, short, words, look) => {
  const createdAt = hoursAgo(hours)
  show([fakeListedUser({ createdAt })])
  const full = formatDateTime(createdAt)
  expect(screen.getByText(`${words} Registered ${full}.`)).toBeVisible()
  expect(screen.getByTitle(`Registered ${full}`)).toHaveTextContent(short)
  if (look) expect(screen.getByText(short).parentElement).toHaveClass(look)
})

it.each([
  [{ askedAt: hoursAgo(74.5) }, '5 h', 'Waiting 5 hours, paused until they answer.', 'text-muted'],
  [
    { askedAt: hoursAgo(9.5), waitedOnThem: 65 * 3600 },
    '5 h',
    'Waiting 5 hours, paused until they answer.',
    'text-muted',
  ],
  [
    { waitedOnThem: 50 * 3600 },
    '1 d 6 h',
    'Waiting 30 hours, longer than 24 hours.',
    'text-warning',
  ],
])('the clock stands still while we wait for someone: %j', (asked, short, words, look) => {
  const createdAt = hoursAgo(80)
  show([fakeListedUser({ createdAt, ...asked })])
  expect(screen.getByText(`${words} Registered ${formatDateTime(createdAt)}.`)).toBeVisible()
  expect(screen.getByText(short).parentElement).toHaveClass(look)
})

it('shows the date of those who don’t wait', () => {
  const createdAt = hoursAgo(80)
  show([
    fakeListedUser({ id: 1, status: 'approved', createdAt }),
    fakeListedUser({ id: 2, isReferrer: true, createdAt }),
  ])
  expect(screen.getAllByText(formatDate(createdAt))).toHaveLength(2)
  expect(screen.queryByText(/Waiting/)).toBeNull()
})

it('has a column for scores once a row has one', () => {
  show([fakeListedUser({ id: 1 })])
  expect(screen.queryByRole('columnheader', { name: /^Score/ })).toBeNull()
  show([
    fakeListedUser({ id: 1 }),
    fakeListedUser({ id: 2, creditScore: { score: 742, marks: [] } }),
  ])
  expect(screen.getByRole('columnheader', { name: /^Score/ })).toBeVisible()
  expect(screen.getByText('742')).toBeVisible()
})
