import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { later } from './later'
import { useShortcuts } from './use-shortcuts'

const approve = vi.fn()
const close = vi.fn()

function Page() {
  useShortcuts({ a: approve, Escape: close })
  return <input aria-label="Search" />
}

it('acts once for a key that is held down, and again when it is pressed again', () => {
  render(<Page />)
  fireEvent.keyDown(document.body, { key: 'a' })
  fireEvent.keyDown(document.body, { key: 'a', repeat: true })
  fireEvent.keyDown(document.body, { key: 'a', repeat: true })
  expect(approve).toHaveBeenCalledTimes(1)
  fireEvent.keyDown(document.body, { key: 'A' })
  expect(approve).toHaveBeenCalledTimes(2)
})

it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])(
  'leaves %j with the key to the browser',
  (modifier) => {
    approve.mockClear()
    render(<Page />)
    fireEvent.keyDown(document.body, { key: 'a', ...modifier })
    fireEvent.keyDown(screen.getByLabelText('Search'), { key: 'a' })
    expect(approve).not.toHaveBeenCalled()
  },
)

const Form = () => <form aria-label="Note" />

it('leaves alone what is typed while a form that was opened is on its way, and lets go with Escape', async () => {
  approve.mockClear()
  const waiting: ((form: typeof Form) => void)[] = []
  const LaterForm = later(() => new Promise<typeof Form>((arrive) => waiting.push(arrive)))
  const { rerender } = render(
    <>
      <Page />
      <LaterForm />
    </>,
  )
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(approve).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(close).toHaveBeenCalledTimes(1)

  for (const arrive of waiting) arrive(Form)
  await screen.findByRole('form', { name: 'Note' })
  rerender(<Page />)
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(approve).toHaveBeenCalledTimes(1)
})

it('acts again when a form cannot be fetched, and while another part of the page is', async () => {
  approve.mockClear()
  const Missing = later<object>(async () => {
    throw new Error('No connection')
  })
  const Preview = later<object>(
    () => new Promise(() => undefined),
    () => <p>Loading</p>,
  )
  render(
    <>
      <Page />
      <Missing />
      <Preview />
    </>,
  )
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: 'a' })
    expect(approve).toHaveBeenCalled()
  })
})
