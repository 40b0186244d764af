import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { DataTable, type Column } from './table'

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

it('marks the selected row', () => {
  render(<DataTable {...base} selectedKey={2} />)
  const marked = screen.getAllByRole('row').map((row) => row.getAttribute('aria-current'))
  expect(marked).toEqual([null, null, 'true'])
})

describe('focus, when a change takes the focused control away', () => {
  const named: Column<Fruit>[] = [
    { key: 'name', header: 'Name', cell: ({ name }) => <button>{name}</button> },
  ]
  const withPeel: Column<Fruit> = {
    key: 'peel',
    header: 'Peel',
    cell: ({ name }) => <button>Peel {name}</button>,
  }

  it('goes to what names the row', async () => {
    const { rerender } = render(<DataTable {...base} columns={[...named, withPeel]} />)
    screen.getByRole('button', { name: 'Peel Apple' }).focus()
    rerender(<DataTable {...base} columns={named} />)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Apple' })).toHaveFocus())
  })

  it.each([
    ['Apple', 'Pear'],
    ['Pear', 'Apple'],
  ])('goes from %s to %s, which is beside it', async (gone, beside) => {
    const { rerender } = render(<DataTable {...base} columns={named} />)
    screen.getByRole('button', { name: gone }).focus()
    rerender(
      <DataTable {...base} columns={named} rows={fruits.filter(({ name }) => name !== gone)} />,
    )
    await waitFor(() => expect(screen.getByRole('button', { name: beside })).toHaveFocus())
  })

  it('stays away once the person has gone elsewhere', async () => {
    const { rerender } = render(<DataTable {...base} columns={[...named, withPeel]} />)
    screen.getByRole('button', { name: 'Peel Apple' }).focus()
    await userEvent.click(document.body)
    rerender(<DataTable {...base} columns={named} />)
    expect(document.body).toHaveFocus()
  })
})
