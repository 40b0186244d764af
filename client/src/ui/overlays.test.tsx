import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getToasts, toast } from '@/lib/toast-store'
import { Button } from './button'
import { Dialog } from './dialog'
import { Toaster } from './toast'
import { Tooltip, TooltipProvider } from './tooltip'
import { RowMenu } from './row-menu'

function advance(milliseconds: number): void {
  act(() => void vi.advanceTimersByTime(milliseconds))
}
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
  return screen.getByRole<HTMLDialogElement>('dialog', { name: 'Report' })
}
function expectClosed() {
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('button', { name: 'Details' })).toHaveFocus()
}
function show(options: Parameters<typeof toast>[0]) {
  const shown: ReturnType<typeof toast>[] = []
  act(() => void shown.push(toast(options)))
  return shown[0]
}
const cards = () => [...document.querySelectorAll('ol > li')].map((card) => card.textContent)
const at = (x: number) => ({ pointerId: 1, button: 0, clientX: x, clientY: 0 })
function swipe(distance: number) {
  const card = document.querySelector('li')
  if (!card) throw new Error('no toast')
  card.setPointerCapture = () => undefined
  card.releasePointerCapture = () => undefined
  card.hasPointerCapture = () => true
  fireEvent.pointerDown(card, at(0))
  fireEvent.pointerMove(card, at(20))
  fireEvent.pointerMove(card, at(distance))
  fireEvent.pointerUp(card, at(distance))
}
const buttonOf = (name: string) => screen.getByRole('button', { name })
const hover = (name: string) => fireEvent.pointerMove(buttonOf(name), { pointerType: 'mouse' })
const leave = (name: string) => fireEvent.pointerLeave(buttonOf(name))

describe('a dialog', () => {
  it('opens with a name, a description, and the focus on its title', async () => {
    document.title = 'Files'
    const dialog = await openExample()
    expect(dialog).toHaveAccessibleDescription('Uploaded today')
    expect(document.activeElement).toHaveTextContent('Report')
    expect(document.title).toBe('Report · Files')
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    expect(document.title).toBe('Files')
  })

  it('that warns is an alert, which is read out with its warning', () => {
    render(<Dialog open onClose={() => undefined} title="Returned" warning="Only once." />)
    const dialog = screen.getByRole('alertdialog', { name: 'Returned' })
    expect(dialog).toHaveAccessibleDescription('Only once.')
  })

  it.each([
    ['its button', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
    ['Esc', (dialog: Element) => fireEvent(dialog, new Event('cancel', { cancelable: true }))],
    ['the browser, without asking', (dialog: HTMLDialogElement) => act(() => dialog.close())],
  ])('is closed by %s, and gives the focus back', async (_what, close) => {
    close(await openExample())
    expectClosed()
  })

  it('stays when the browser closes it without asking, and the page does not agree', () => {
    render(<Dialog open onClose={() => undefined} title="Reply" />)
    const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Reply' })
    act(() => dialog.close())
    expect(dialog).toHaveAttribute('open')
  })

  it('ignores the cancel event of a file picker inside it', async () => {
    const dialog = await openExample()
    fireEvent(screen.getByText('Content'), new Event('cancel', { bubbles: true }))
    expect(screen.getByRole('dialog')).toBe(dialog)
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
    expect(dialog.querySelector('ol > li')).toHaveTextContent('Approved')
  })
})

describe('a toast', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    render(<Toaster />)
  })
  afterEach(() => {
    act(() => void vi.runAllTimers())
    cleanup()
    vi.useRealTimers()
  })

  it('is one at a time: a new one replaces the old one', () => {
    show({ title: 'First' })
    show({ title: 'Second', description: 'With more to say.' })
    expect(cards()).toEqual(['SecondWith more to say.'])
    expect(getToasts()).toHaveLength(1)
  })

  it('closes after 5 seconds, not before', () => {
    show({ title: 'Saved' })
    advance(4999)
    expect(cards()).toHaveLength(1)
    advance(1)
    expect(cards()).toHaveLength(0)
  })

  it('is forgotten 1,000,000 ms after it was dismissed', () => {
    const saved = show({ title: 'Saved' })
    act(() => saved?.dismiss())
    expect(cards()).toHaveLength(0)
    advance(999_999)
    expect(getToasts()).toHaveLength(1)
    advance(1)
    expect(getToasts()).toHaveLength(0)
  })

  it('is in a labeled viewport that F8 moves the focus to', () => {
    show({ title: 'Saved' })
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
    expect(screen.getByRole('region', { name: 'Messages (F8)' })).toBeVisible()
    expect(document.activeElement?.tagName).toBe('OL')
  })

  it('runs its action and closes', () => {
    const handleUndo = vi.fn()
    show({ title: 'Deleted', action: { label: 'Undo', onClick: handleUndo } })
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(handleUndo).toHaveBeenCalledOnce()
    expect(cards()).toHaveLength(0)
  })

  it('closes by its button, and is marked when it is destructive', () => {
    show({ title: 'Upload failed', variant: 'destructive' })
    expect(document.querySelector('li')?.dataset.variant).toBe('destructive')
    fireEvent.click(screen.getByRole('button', { name: 'Close message' }))
    expect(cards()).toHaveLength(0)
  })

  it('closes when swiped right by more than 50 px, and stays at less', () => {
    show({ title: 'Saved' })
    swipe(45)
    expect(cards()).toHaveLength(1)
    swipe(60)
    expect(cards()).toHaveLength(0)
  })
})

describe('a tooltip', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    render(
      <TooltipProvider>
        <Tooltip content="Opens in a new tab">
          <button>View</button>
        </Tooltip>
        <Tooltip content="Saves a copy">
          <button>Download</button>
        </Tooltip>
      </TooltipProvider>,
    )
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })

  it('opens after 700 ms under the pointer', () => {
    hover('View')
    advance(699)
    expect(screen.queryByRole('tooltip')).toBeNull()
    advance(1)
    expect(screen.getByRole('tooltip')).toHaveTextContent('Opens in a new tab')
  })

  it('opens right away on focus and describes its trigger', () => {
    act(() => buttonOf('View').focus())
    const { id } = screen.getByRole('tooltip')
    expect(buttonOf('View')).toHaveAttribute('aria-describedby', id)
  })

  it('opens without delay within 300 ms of another one, and with delay after that', () => {
    hover('View')
    advance(700)
    leave('View')
    fireEvent.keyDown(document, { key: 'Escape' })
    advance(299)
    hover('Download')
    expect(screen.getByRole('tooltip')).toHaveTextContent('Saves a copy')

    leave('Download')
    fireEvent.keyDown(document, { key: 'Escape' })
    advance(301)
    hover('View')
    expect(screen.queryByRole('tooltip')).toBeNull()
    advance(700)
    expect(screen.getByRole('tooltip')).toHaveTextContent('Opens in a new tab')
  })
})

const chosen = vi.fn()
const button = () => screen.getByRole('button', { name: 'More actions for report.pdf' })
const item = (label: string) => screen.getByRole('menuitem', { name: `${label} report.pdf` })
function expectMenuClosed() {
  expect(screen.queryByRole('menu')).toBeNull()
  expect(button()).toHaveAttribute('aria-expanded', 'false')
}

describe('the menu of a row', () => {
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

  it('opens with Down on its button, and a letter goes to the next item that begins with it', async () => {
    button().focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(item('Download')).toHaveFocus()
    await userEvent.keyboard('r')
    expect(item('Restore')).toHaveFocus()
    await userEvent.keyboard('d')
    expect(item('Delete')).toHaveFocus()
    await userEvent.keyboard('dx')
    expect(item('Download')).toHaveFocus()
  })

  it('does what was chosen after it closed, with the focus on its button', async () => {
    chosen.mockImplementation(() => expect(button()).toHaveFocus())
    await userEvent.click(button())
    await userEvent.keyboard('{End}{Enter}')
    expect(chosen.mock.calls).toEqual([['Delete']])
    expectMenuClosed()
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
    expectMenuClosed()
    expect(button()).toHaveFocus()
    expect(seen).not.toHaveBeenCalled()
    document.removeEventListener('keydown', seen)

    await userEvent.click(button())
    await userEvent.tab()
    expectMenuClosed()

    await userEvent.click(button())
    await userEvent.click(screen.getByRole('button', { name: 'Next' }))
    expectMenuClosed()
  })
})
