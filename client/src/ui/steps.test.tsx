// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { StatusBadge } from './status-badge'
import { Steps } from './steps'
import { Timeline } from './timeline'

afterEach(cleanup)

it('marks the current step and says which are completed', () => {
  render(<Steps steps={['Credit', 'Details', 'Done']} current={1} />)
  const items = screen.getAllByRole('listitem')
  expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step', null])
  expect(items[0]?.textContent).toBe('Credit (completed)')
  expect(items[1]?.textContent).toBe('2Details')
})

it('tells the state of a timeline entry in words too', () => {
  render(
    <Timeline
      items={[
        { title: 'Received', state: 'done' },
        { title: 'In review', state: 'current' },
        { title: 'Decision', state: 'upcoming' },
      ]}
    />,
  )
  const items = screen.getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    'Done: Received',
    'Now: In review',
    'Later: Decision',
  ])
  expect(items[1]?.getAttribute('aria-current')).toBe('step')
})

it.each([
  ['approved', 'Approved', 'success'],
  ['rejected', 'Rejected', 'danger'],
  ['pending', 'Pending', 'warning'],
  ['on hold', 'On hold', 'warning'],
])('shows %s as the word %s with an icon, in %s colors', (status, word, tone) => {
  render(<StatusBadge status={status} />)
  const badge = screen.getByText(word)
  expect(badge.querySelector('svg')).toBeTruthy()
  expect(badge.className).toContain(`text-${tone}`)
})
