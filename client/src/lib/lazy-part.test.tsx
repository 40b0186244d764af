import { render, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { refuseStorage } from '@tests/support/client/refuse-storage'
import { forgetSession, rememberSession } from './session-hint'
import { lazyPart, loadIfPossible, reloadWhenStale } from './lazy-part'
import { openPdf } from './pdf-document'

const Form = ({ label }: { label: string }) => <form aria-label={label} />

const person = { id: 7, isAdmin: 0 } as const

describe('a form in a chunk of its own', () => {
  beforeEach(() => rememberSession(person))
  afterEach(forgetSession)

  it('is not fetched ahead for visitors, who read, until they log in', async () => {
    forgetSession()
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const load = vi.fn(async () => Form)
    lazyPart(load)
    vi.advanceTimersByTime(10_000)
    expect(load).not.toHaveBeenCalled()
    rememberSession(person)
    vi.advanceTimersByTime(10_000)
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('is asked for before anyone opens it, and is there right away when someone does', async () => {
    const load = vi.fn(async () => Form)
    const LazyForm = lazyPart(load)
    await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
    render(<LazyForm label="Note" />)
    expect(screen.getByRole('form', { name: 'Note' })).toBeInTheDocument()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('is asked for again by the person who opens it, when it could not be fetched ahead', async () => {
    let isOffline = true
    const load = vi.fn(async () => {
      if (isOffline) throw new Error('No connection')
      return Form
    })
    const LazyForm = lazyPart(load, () => <p>Loading</p>)
    await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
    isOffline = false
    render(<LazyForm label="Note" />)
    expect(screen.getByText('Loading')).toBeInTheDocument()
    expect(await screen.findByRole('form', { name: 'Note' })).toBeInTheDocument()
  })
})

it('a PDF opens nothing, and so no worker, once no one wants it any more', async () => {
  const opening = openPdf(new ArrayBuffer(8), AbortSignal.abort())
  await expect(opening).rejects.toMatchObject({ name: 'AbortError' })
})

/** A file of the page can't be loaded. Resolves once it would have been loaded again. */
async function lose(): Promise<void> {
  window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  await new Promise((resolve) => setTimeout(resolve))
}

describe('a page whose files are gone', () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue(undefined)
  const server = vi.fn(async () => new Response())
  reloadWhenStale()

  beforeEach(() => {
    sessionStorage.clear()
    vi.stubGlobal('fetch', server)
  })
  afterEach(() => reload.mockClear())
  afterAll(() => vi.restoreAllMocks())

  it('is loaded again, once for all of them', async () => {
    await Promise.all([lose(), lose()])
    await lose()
    expect(reload).toHaveBeenCalledOnce()
  })

  it('shows the failure where no reload can be noted: it would go on without end', async () => {
    refuseStorage()
    await lose()
    expect(reload).not.toHaveBeenCalled()
  })

  it.each([
    ['without a connection, though the browser is online', () => Promise.reject(new TypeError())],
    ['while the portal is down', () => Promise.resolve(new Response(null, { status: 503 }))],
  ])('stays %s: a reload would end at an error page', async (_, answer) => {
    server.mockImplementationOnce(answer)
    await lose()
    expect(reload).not.toHaveBeenCalled()
    await lose()
    expect(reload).toHaveBeenCalledOnce()
  })

  it('stays when it can do without the file: a reload would cost what was typed', async () => {
    const loaded = await loadIfPossible(async () => {
      await lose()
      throw new Error('gone')
    })
    expect(loaded).toBeNull()
    expect(reload).not.toHaveBeenCalled()
    expect(await loadIfPossible(() => Promise.resolve('there'))).toBe('there')
  })
})
