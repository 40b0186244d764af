// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { Button } from './button'
import { Dialog } from './dialog'
import { toast, Toaster } from './toast'

afterEach(cleanup)

function Example() {
  const [open, setOpen] = useState(false)
  return (
    <StrictMode>
      <Button onClick={() => setOpen(true)}>Details</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Report"
        description="Uploaded today"
        footer={<Button onClick={() => toast({ title: 'Approved' })}>Approve</Button>}
      >
        <p>Content</p>
      </Dialog>
      <Toaster />
    </StrictMode>
  )
}

async function openExample() {
  render(<Example />)
  await userEvent.click(screen.getByRole('button', { name: 'Details' }))
  return screen.getByRole('dialog', { name: 'Report' })
}

function expectClosed() {
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Details' }))
}

it('opens with a name, a description, and the focus on its title', async () => {
  const dialog = await openExample()
  const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '')
  expect(description?.textContent).toBe('Uploaded today')
  expect(document.activeElement?.textContent).toBe('Report')
})

it('closes by its button and gives the focus back', async () => {
  await openExample()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expectClosed()
})

it('closes on Esc', async () => {
  const dialog = await openExample()
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expectClosed()
})

it('closes when the browser has closed it without asking', async () => {
  const dialog = await openExample()
  if (dialog instanceof HTMLDialogElement) act(() => dialog.close())
  expectClosed()
})

it('stays when the browser closes it without asking, and the page does not agree', async () => {
  render(<Dialog open onClose={() => undefined} title="Reply" />)
  const dialog = screen.getByRole('dialog', { name: 'Reply' })
  if (dialog instanceof HTMLDialogElement) act(() => dialog.close())
  expect(dialog).toHaveAttribute('open')
})

it('ignores the cancel event of a file picker inside it', async () => {
  await openExample()
  fireEvent(screen.getByText('Content'), new Event('cancel', { bubbles: true }))
  expect(screen.getByRole('dialog')).toBeTruthy()
})

it('closes on a press on the backdrop, but not when a press only ends there', async () => {
  const dialog = await openExample()
  fireEvent.pointerDown(screen.getByText('Content'))
  fireEvent.click(dialog)
  expect(screen.getByRole('dialog')).toBe(dialog)

  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog)
  expectClosed()
})

it('holds toasts that appear while it is open, since all else is inert', async () => {
  const dialog = await openExample()
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
  expect(dialog.querySelector('ol > li')?.textContent).toContain('Approved')
})
