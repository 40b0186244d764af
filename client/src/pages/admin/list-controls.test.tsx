import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useListAddress } from '@/lib/use-list-address'
import { ListControls } from './list-controls'

function Users({ total, among }: { total: number; among: number | null }) {
  const page = { rows: [], next: null, total, among }
  const nouns = { singular: 'user', plural: 'users' }
  return <ListControls address={useListAddress()} page={page} nouns={nouns} label="Search" />
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
