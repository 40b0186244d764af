import { act, createEvent, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lazyPart } from './lazy-part'
import { quietKeys, useSequence, useShortcuts } from './use-shortcuts'

const approve = vi.fn()
const close = vi.fn()

function Page() {
  useShortcuts({ a: approve, Escape: close })
  return <input aria-label="Search" />
}

const goToAudit = vi.fn()

function JumpingPage() {
  useSequence('g', { a: goToAudit })
  return <Page />
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

it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])(
  'leaves %j with the key to the browser',
  (modifier) => {
    approve.mockClear()
    render(<Page />)
    fireEvent.keyDown(document.body, { key: 'a', ...modifier })
    fireEvent.keyDown(screen.getByLabelText('Search'), { key: 'a' })
    expect(approve).not.toHaveBeenCalled()
  },
)

it('leaves the letters of AltGr to the browser, and forms that fill themselves in alone', () => {
  approve.mockClear()
  render(<JumpingPage />)
  const altGr = createEvent.keyDown(document.body, { key: 'æ', code: 'KeyA' })
  Object.assign(altGr, { getModifierState: (key: string) => key === 'AltGraph' })
  fireEvent(document.body, altGr)
  // Chrome sends an event without a key.
  fireEvent(screen.getByLabelText('Search'), new Event('keydown', { bubbles: true }))
  expect(approve).not.toHaveBeenCalled()
})

it.each([
  ['Russian', { key: 'ф', code: 'KeyA' }, 1],
  ['Russian, with Shift', { key: 'Ф', code: 'KeyA', shiftKey: true }, 1],
  ['a letter that is two when it is small', { key: 'İ', code: 'KeyA' }, 1],
  ['French, by its letter', { key: 'a', code: 'KeyQ' }, 1],
  ['French, where Q is on the place of A', { key: 'q', code: 'KeyA' }, 0],
  ['a dead key', { key: 'Dead', code: 'KeyA' }, 0],
])('knows its letter on a keyboard: %s', (_layout, pressed, times) => {
  approve.mockClear()
  render(<Page />)
  fireEvent.keyDown(document.body, pressed)
  expect(approve).toHaveBeenCalledTimes(times)
})

it('leaves the keys of a dialog to the dialog, but not those of a panel', () => {
  approve.mockClear()
  const { rerender } = render(
    <>
      <Page />
      <dialog open />
    </>,
  )
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(approve).not.toHaveBeenCalled()
  rerender(
    <>
      <Page />
      <dialog open data-page-keys />
    </>,
  )
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(approve).toHaveBeenCalledTimes(1)
})

it('single keys that someone has turned off do nothing, alone or in a sequence, but Esc does', () => {
  localStorage.setItem('single-keys', 'off')
  for (const handler of [approve, goToAudit, close]) handler.mockClear()
  render(<JumpingPage />)
  press({ key: 'a' }, { key: 'g' }, { key: 'a' }, { key: 'Escape' })
  expect([approve, goToAudit, close].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 1])
  close.mockClear()
})

function stopClock() {
  if (!vi.isFakeTimers())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
}
afterEach(() => void vi.useRealTimers())

/** Each at a time of its own: what follows at once is a word. */
function press(...keys: object[]): void {
  stopClock()
  for (const key of keys) {
    fireEvent.keyDown(document.body, key)
    vi.advanceTimersByTime(600)
  }
}

it('reads the second key of a sequence as part of it, on any keyboard, for a short time', () => {
  approve.mockClear()
  render(<JumpingPage />)
  press({ key: 'g' }, { key: 'a' })
  press({ key: 'п', code: 'KeyG' }, { key: 'Shift' }, { key: 'ф', code: 'KeyA' })
  expect(goToAudit).toHaveBeenCalledTimes(2)
  press({ key: 'g' }, { key: 'x' })
  expect(approve).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  press({ key: 'a' }, { key: 'g' }, { key: 'Tab' }, { key: 'a' })
  expect([goToAudit, approve].map(({ mock }) => mock.calls.length)).toEqual([2, 2])

  const typed = screen.getByLabelText('Search')
  press({ key: 'g' })
  fireEvent.keyDown(typed, { key: 'a' })
  expect(goToAudit).toHaveBeenCalledTimes(2)
})

const Form = () => <form aria-label="Note" />

it('leaves alone what is typed while a form that was opened is loading, and stops with Escape', async () => {
  approve.mockClear()
  const waiting: ((form: typeof Form) => void)[] = []
  const LazyForm = lazyPart(() => new Promise<typeof Form>((arrive) => waiting.push(arrive)))
  const { rerender } = render([<Page key="page" />, <LazyForm key="form" />])
  press({ key: 'a' })
  expect(approve).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(close).toHaveBeenCalledTimes(1)

  await act(async () => waiting.forEach((arrive) => arrive(Form)))
  expect(screen.getByRole('form', { name: 'Note' })).toBeVisible()
  rerender(<Page />)
  vi.advanceTimersByTime(1_000)
  press({ key: 'a' })
  expect(approve).toHaveBeenCalledTimes(1)
})

it('acts again a moment after a form could not be fetched, and while another part of the page is', async () => {
  approve.mockClear()
  const fails: (() => void)[] = []
  const Missing = lazyPart<object>(() => new Promise((_, reject) => fails.push(reject)))
  const Preview = lazyPart<object>(
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
  press({ key: 'a' })
  await act(async () => fails.forEach((fail) => fail()))
  press({ key: 'a' })
  expect(approve).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  press({ key: 'a' })
  expect(approve).toHaveBeenCalledTimes(1)
})

/** A letter after the other, each after a time that passes on the clock alone. */
function type(text: string, everyMs = 120) {
  stopClock()
  for (const key of text) {
    vi.advanceTimersByTime(everyMs)
    fireEvent.keyDown(document.activeElement ?? document.body, { key })
  }
  vi.advanceTimersByTime(2_000)
}

describe('a text that is typed while nothing is open for it', () => {
  const handlers = { a: vi.fn(), e: vi.fn(), j: vi.fn(), p: vi.fn() }
  const called = () => Object.values(handlers).flatMap(({ mock }) => mock.calls)
  function ReviewedPage({ draft = false }) {
    useShortcuts(handlers)
    useSequence('g', { o: handlers.e, a: handlers.a })
    return (
      <>
        <button type="button" onClick={() => handlers.a()}>
          Approve
        </button>
        {draft ? <form data-draft /> : null}
      </>
    )
  }
  beforeEach(() => {
    for (const handler of Object.values(handlers)) handler.mockClear()
  })

  it.each(['Mail a clear photo of page 2, please.{Enter}', 'Could you send it again? {Enter}'])(
    '%s, from a keyboard, does nothing, and presses no button that has the focus',
    async (text) => {
      render(<ReviewedPage />)
      screen.getByRole('button').focus()
      await userEvent.setup({ delay: 1 }).keyboard(text)
      expect(called()).toEqual([])
    },
  )

  it.each([
    ['Mail a clear photo, please', 140, ''],
    ['Could you email a clear page?', 500, ''],
    ['Page 2 is missing', 120, 'p'],
    ['Need a newer report', 120, ''],
    ['Good photo, please', 120, ''],
  ] as const)(
    '%s, a letter each %i ms, approves nobody and leaves no page',
    (text, everyMs, acted) => {
      render(<ReviewedPage />)
      type(text, everyMs)
      expect(called()).toHaveLength(acted ? 1 : 0)
      if (acted) expect(handlers[acted]).toHaveBeenCalledTimes(1)
    },
  )

  it('does nothing after a key that was refused, until there is a pause', () => {
    render(<ReviewedPage />)
    stopClock()
    quietKeys()
    type('a eaj', 700)
    expect(called()).toEqual([])
    type('a')
    expect(handlers.a).toHaveBeenCalledTimes(1)
  })

  it('leaves commands alone that follow each other, at once or at their own speed', () => {
    render(<ReviewedPage />)
    type('pe', 20)
    expect([handlers.p, handlers.e].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
    handlers.e.mockClear()
    type('jja', 200)
    expect([handlers.j, handlers.a].map(({ mock }) => mock.calls.length)).toEqual([2, 1])
    type('jjj', 20)
    expect(handlers.j).toHaveBeenCalledTimes(5)
    type('go')
    expect(handlers.e).toHaveBeenCalledTimes(1)
  })

  it('no key leaves a page on which something was written and not saved', () => {
    render(<ReviewedPage draft />)
    for (const keys of ['a', 'go', 'e']) type(keys, 400)
    expect(called()).toEqual([])
  })
})
