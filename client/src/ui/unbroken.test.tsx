import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Unbroken, unbrokenHtml } from './unbroken'

it('keeps figures in one line, and every text as it is', () => {
  const text = 'In 2-3 days, 9am-5pm ET Mon-Fri, for 5-15% of the loan: no co-signer by e-mail.'
  render(
    <p data-testid="text">
      <Unbroken>{text}</Unbroken>
    </p>,
  )
  const paragraph = screen.getByTestId('text')
  expect(paragraph).toHaveTextContent(text)
  const kept = [...paragraph.querySelectorAll('.whitespace-nowrap')].map((one) => one.textContent)
  expect(kept).toEqual(['2-3', '9am-5pm', 'Mon-Fri', '5-15%', 'e-mail'])
})

it('leaves tags alone in HTML', () => {
  expect(unbrokenHtml('<h2 id="step-1-2">Pay 5-15%</h2>')).toBe(
    '<h2 id="step-1-2">Pay <span class="whitespace-nowrap">5-15%</span></h2>',
  )
})
