import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { exactTotalLimit } from '@shared/list-choices'
import { ExportLink } from '@/features/exports/export-link'
import { useListAddress } from '@/lib/use-list-address'
import { ListControls } from './list-controls'

const pageOf = (total: number, among: number | null) => ({
  rows: [],
  next: null,
  total,
  among,
  shownAt: null,
})

function Users({ total, among }: { total: number; among: number | null }) {
  const nouns = { singular: 'user', plural: 'users' }
  const page = pageOf(total, among)
  return <ListControls address={useListAddress([])} page={page} nouns={nouns} label="Search" />
}

it.each([
  [1, null, '1 user'],
  [9_999, null, '9,999 users'],
  [10_001, null, 'More than 10,000 users'],
  [0, 20_000, '0 users among the newest 20,000. The next pages search the older ones.'],
  [1, 20_000, '1 user among the newest 20,000. The next pages search the older ones.'],
  [10_001, 20_000, 'More than 10,000 users'],
])('a count of %s, among %s, is said honestly', (total, among, words) => {
  render(<Users total={total} among={among} />)
  expect(screen.getByText(words)).toBeInTheDocument()
})

it('folds the filters, and nothing else, beside a row that is open', async () => {
  const nouns = { singular: 'user', plural: 'users' }
  const Folded = () => (
    <ListControls
      address={useListAddress([])}
      page={pageOf(3, null)}
      nouns={nouns}
      label="Search"
      more={<button>Show Referrers</button>}
      isFolded
    />
  )
  render(<Folded />)
  const button = screen.getByRole('button', { name: 'Filters' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  expect(screen.getByLabelText('Search')).toBeVisible()
  expect(screen.getByText('3 users')).toBeVisible()
  const folded = [
    screen.getByLabelText('Status'),
    screen.getByText('Reset Filters'),
    screen.getByText('Show Referrers'),
  ]
  for (const one of folded) expect(one).not.toBeVisible()
  await userEvent.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  for (const one of folded) expect(one).toBeVisible()
})

function show(total: number, among: number | null = null) {
  const request = { search: 'ada lee', status: '', sort: 'name', cursor: '7', kind: 'decisions' }
  render(<ExportLink list="audit-events" request={request} page={pageOf(total, among)} />)
  return screen.getByRole('link')
}

describe('the export of a list', () => {
  it('saves what the list shows, and not its page', () => {
    const link = show(3)
    const href = '/api/admin/exports/audit-events?search=ada+lee&sort=name&kind=decisions'
    expect(link).toHaveAttribute('href', href)
    expect(link).toHaveAttribute('download')
  })

  it.each([
    [1_204, null, 'Export CSV (1,204)'],
    [exactTotalLimit + 1, null, 'Export CSV (10,000+)'],
    [12, 20_000, 'Export CSV'],
  ])('says of %d rows, counted among %s, no more than is known', (total, among, text) => {
    expect(show(total, among)).toHaveTextContent(text)
  })
})
