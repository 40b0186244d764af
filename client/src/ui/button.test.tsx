// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Button, IconButton } from './button'

afterEach(cleanup)

it('does not submit a form unless it is told to', () => {
  render(<Button>Save</Button>)
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('type')).toBe('button')
})

it('ignores clicks while pending and keeps its name and focus', async () => {
  const handleClick = vi.fn()
  const { rerender } = render(<Button onClick={handleClick}>Save</Button>)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(handleClick).toHaveBeenCalledTimes(1)

  rerender(
    <Button pending onClick={handleClick}>
      Save
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  await userEvent.click(button)
  expect(handleClick).toHaveBeenCalledTimes(1)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(button)
})

it('does not submit a form while pending', () => {
  render(
    <Button type="submit" pending>
      Send
    </Button>,
  )
  expect(fireEvent.click(screen.getByRole('button'))).toBe(false)
})

it('names a button that shows only an icon', () => {
  render(<IconButton label="Close" icon={<svg aria-hidden="true" />} />)
  expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy()
})
