// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { DataTable, type Column } from './table'

afterEach(cleanup)

type Fruit = { id: number; name: string }
const fruits: Fruit[] = [
  { id: 1, name: 'Apple' },
  { id: 2, name: 'Pear' },
]
const columns: Column<Fruit>[] = [
  { key: 'name', header: 'Name', cell: (fruit) => fruit.name },
  { key: 'actions', header: 'Actions', cell: () => <button>Peel</button>, hideLabel: true },
]
const base = { columns, rows: fruits, rowKey: (fruit: Fruit) => fruit.id, caption: 'Fruits' }

it('is a named table with headers and rows', () => {
  render(<DataTable {...base} />)
  const table = screen.getByRole('table', { name: 'Fruits' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Name', 'Actions'])
  expect(within(table).getAllByRole('row')).toHaveLength(3)
})

it('labels the cells of a stacked card, save where the label is hidden', () => {
  render(<DataTable {...base} rows={fruits.slice(0, 1)} />)
  const labels = [...document.querySelectorAll('td > span[aria-hidden]')]
  expect(labels.map((label) => label.textContent)).toEqual(['Name'])
})

it('shows skeleton rows while loading, and the empty state only after that', () => {
  const { rerender } = render(
    <DataTable {...base} rows={[]} loading loadingRows={3} empty="No fruit." />,
  )
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  expect(document.querySelectorAll('tbody > tr')).toHaveLength(3)
  expect(screen.queryByText('No fruit.')).toBeNull()

  rerender(<DataTable {...base} rows={[]} empty="No fruit." />)
  expect(screen.getByText('No fruit.')).toBeTruthy()
})

it('opens a row by click and by Enter, but leaves its buttons their own clicks', async () => {
  const handleRow = vi.fn()
  render(<DataTable {...base} onRowClick={handleRow} selectedKey={2} />)
  const [, apple, pear] = screen.getAllByRole('row')
  if (!apple || !pear) throw new Error('rows missing')
  expect(pear.getAttribute('aria-current')).toBe('true')

  await userEvent.click(within(apple).getByRole('button'))
  await userEvent.keyboard('{Enter}')
  expect(handleRow).not.toHaveBeenCalled()

  await userEvent.click(screen.getByText('Apple'))
  expect(handleRow).toHaveBeenLastCalledWith(fruits[0])
  pear.focus()
  await userEvent.keyboard('{Enter}')
  expect(handleRow).toHaveBeenLastCalledWith(fruits[1])
})
