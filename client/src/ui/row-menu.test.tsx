import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { RowMenu } from './row-menu'

const chosen = vi.fn()

beforeEach(() => {
  chosen.mockReset()
  const items = ['Download', 'Restore', 'Delete'].map((label) => ({
    label,
    icon: null,
    disabled: label === 'Restore',
    onSelect: () => chosen(label),
  }))
  render(
    <>
      <RowMenu to="report.pdf" items={items} />
      <button type="button">Next</button>
    </>,
  )
})

const button = () => screen.getByRole('button', { name: 'More actions for report.pdf' })
const item = (label: string) => screen.getByRole('menuitem', { name: `${label} report.pdf` })

function expectClosed() {
  expect(screen.queryByRole('menu')).toBeNull()
  expect(button()).toHaveAttribute('aria-expanded', 'false')
}

it('opens with its first item in focus, and the arrows go around', async () => {
  await userEvent.click(button())
  expect(button()).toHaveAttribute('aria-expanded', 'true')
  expect(item('Download')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  expect(item('Delete')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(item('Restore')).toHaveFocus()
  await userEvent.keyboard('{End}{Home}')
  expect(item('Download')).toHaveFocus()
})

it('does what was chosen after it closed, with the focus on its button', async () => {
  chosen.mockImplementation(() => expect(button()).toHaveFocus())
  await userEvent.click(button())
  await userEvent.keyboard('{End}{Enter}')
  expect(chosen.mock.calls).toEqual([['Delete']])
  expectClosed()
})

it('does nothing for an item that waits', async () => {
  await userEvent.click(button())
  expect(item('Restore')).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(item('Restore'))
  expect(chosen).not.toHaveBeenCalled()
  expect(screen.getByRole('menu')).toBeVisible()
})

it('closes with Esc, with Tab, and with a press elsewhere, and keeps its keys from the page', async () => {
  const seen = vi.fn()
  document.addEventListener('keydown', seen)
  await userEvent.click(button())
  await userEvent.keyboard('a{Escape}')
  expectClosed()
  expect(button()).toHaveFocus()
  expect(seen).not.toHaveBeenCalled()
  document.removeEventListener('keydown', seen)

  await userEvent.click(button())
  await userEvent.tab()
  expectClosed()

  await userEvent.click(button())
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expectClosed()
})
