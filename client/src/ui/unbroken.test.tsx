import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Unbroken, unbrokenHtml } from './unbroken'

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
])('keeps %s in one line, and every text as it is', (_what, text, expected) => {
  render(
    <p data-testid="text">
      <Unbroken>{text}</Unbroken>
    </p>,
  )
  const paragraph = screen.getByTestId('text')
  expect(paragraph).toHaveTextContent(text)
  const kept = [...paragraph.querySelectorAll('.whitespace-nowrap')].map((one) => one.textContent)
  expect(kept).toEqual(expected)
})

it('leaves tags alone in HTML', () => {
  expect(unbrokenHtml('<h2 id="step-1-2">Pay 5-15%</h2>')).toBe(
    '<h2 id="step-1-2">Pay <span class="whitespace-nowrap">5-15%</span></h2>',
  )
})
