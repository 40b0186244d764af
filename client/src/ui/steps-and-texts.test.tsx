import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Shortened } from './shortened'
import { StatusBadge } from './status-badge'
import { Steps } from './steps'
import { Timeline } from './timeline'
import { Unbroken, unbrokenHtml } from './unbroken'

const itemTexts = () => screen.getAllByRole('listitem').map((item) => item.textContent)

describe('steps', () => {
  it('mark the current one and say which are completed', () => {
    render(<Steps steps={['Credit', 'Details', 'Done']} current={1} />)
    const items = screen.getAllByRole('listitem')
    expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step', null])
    expect(itemTexts().slice(0, 2)).toEqual(['Credit (completed)', '2Details'])
  })

  it('of a timeline tell their state in words too', () => {
    render(
      <Timeline
        items={[
          { title: 'Received', state: 'done' },
          { title: 'In review', state: 'current' },
          { title: 'Decision', state: 'upcoming' },
        ]}
      />,
    )
    expect(itemTexts()).toEqual(['Done: Received', 'Now: In review', 'Later: Decision'])
    expect(screen.getAllByRole('listitem')[1]).toHaveAttribute('aria-current', 'step')
  })
})

it.each([
  ['approved', 'Approved', 'success'],
  ['rejected', 'Rejected', 'danger'],
  ['pending', 'Pending', 'warning'],
  ['on hold', 'On hold', 'warning'],
])('the status %s is the word %s with an icon, in %s colors', (status, word, tone) => {
  const { container } = render(<StatusBadge status={status} />)
  expect(container).toHaveTextContent(word)
  expect(container.querySelector('svg')?.parentElement?.className).toContain(`text-${tone}`)
})

describe('a name', () => {
  it('of 64 letters is left whole', () => {
    render(<Shortened text={'é'.repeat(64)} />)
    expect(screen.getByText('é'.repeat(64))).toBeVisible()
  })

  it('is shortened when too long, and shown in full on hover', () => {
    const name = `${'😀'.repeat(62)} and more`
    render(<Shortened text={name} />)
    expect(screen.getByTitle(name).textContent).toBe(`${'😀'.repeat(62)}…`)
  })
})

describe('what is read as one', () => {
  it.each([
    [
      'figures',
      'In 2-3 days, 9am-5pm ET Mon-Fri, for 5-15% of the loan: no co-signer by e-mail.',
      ['2-3', '9am-5pm', 'Mon-Fri', '5-15%', 'e-mail'],
    ],
    [
      'dates',
      'You may apply again from Feb 20, 2027, or call before Dec 15.',
      ['Feb 20, 2027', 'Dec 15'],
    ],
  ])('stays in one line, and every text as it is: %s', (_what, text, expected) => {
    const { container } = render(<Unbroken>{text}</Unbroken>)
    expect(container).toHaveTextContent(text)
    const kept = [...container.querySelectorAll('.whitespace-nowrap')].map((one) => one.textContent)
    expect(kept).toEqual(expected)
  })

  it('leaves tags alone in HTML', () => {
    expect(unbrokenHtml('<h2 id="step-1-2">Pay 5-15%</h2>')).toBe(
      '<h2 id="step-1-2">Pay <span class="whitespace-nowrap">5-15%</span></h2>',
    )
  })
})
