import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { lazy, Suspense, type ComponentType } from 'react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Router, useLocation } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { isFormLoading } from '@/lib/lazy-part'
import { settleReauthentication, waitForPassword } from '@/lib/reauthentication'
import { forgetSession, rememberSession, sessionHint } from '@/lib/session-hint'
import { dismissToast, getToasts, toast } from '@/lib/toast-store'
import { installFakeApi } from '@tests/support/client/fake-api'
import { fakePartner } from '@tests/support/client/fake-records'
import { Providers, StaleErrors } from './providers'

describe('toasts', () => {
  it('are asked for with the first touch, and the page outlives it when they are gone', async () => {
    const failures = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const asked = vi.fn()
    // As after a deployment: their file is not there any more.
    vi.doMock('@/ui/toast', () => {
      asked()
      throw new Error('Failed to fetch dynamically imported module')
    })
    onTestFinished(() => {
      vi.doUnmock('@/ui/toast')
      failures.mockRestore()
      for (const { id } of getToasts()) act(() => dismissToast(id))
    })
    render(
      <Providers>
        <input aria-label="Name" />
      </Providers>,
    )
    expect(asked).not.toHaveBeenCalled()
    fireEvent.focusIn(screen.getByLabelText('Name'))
    await waitFor(() => expect(asked).toHaveBeenCalled())

    act(() => void toast({ title: 'Saved' }))
    await waitFor(() => expect(failures).toHaveBeenCalled())
    expect(screen.getByLabelText('Name')).toBeVisible()
    expect(screen.queryByText('We couldn’t show this page')).toBeNull()
  })
})

/** Whether the dialog has to be loaded by someone who is asked once the page was idle. */
async function isLoadingWhenAsked() {
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  await act(async () => {
    await import('@/features/accounts/reauthentication-dialog')
    await new Promise((resolve) => setTimeout(resolve))
  })
  act(() => void waitForPassword())
  const isLoading = isFormLoading()
  await act(async () => settleReauthentication(false))
  return isLoading
}

it('the password dialog is fetched ahead for someone who is logged in, and for no visitor', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    forgetSession()
  })
  const { unmount } = render(<Providers>A page</Providers>)
  expect(await isLoadingWhenAsked()).toBe(true)
  unmount()

  vi.useFakeTimers()
  render(<Providers>A page</Providers>)
  act(() => rememberSession({ id: 7, isAdmin: 0 }))
  expect(await isLoadingWhenAsked()).toBe(false)
})

function Page() {
  const [, navigate] = useLocation()
  const { mutate } = useMutation({ mutationFn: async () => null })
  return (
    <>
      <button onClick={() => mutate()}>Send</button>
      <button onClick={() => navigate('/mail?tab=outbox')}>Other tab</button>
      <button onClick={() => navigate('/')}>Other page</button>
      <StaleErrors />
    </>
  )
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const openTitles = () => getToasts().flatMap(({ open, title }) => (open ? [title] : []))

describe('an error', () => {
  beforeEach(() => {
    const { hook, searchHook } = memoryLocation({ path: '/mail' })
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Router hook={hook} searchHook={searchHook}>
          <Page />
        </Router>
      </QueryClientProvider>,
    )
  })

  it.each(['Send', 'Other tab'])('goes with %s', async (name) => {
    toast({ title: 'Subject required', variant: 'destructive' })
    await press(name)
    expect(openTitles()).toEqual([])
  })

  it('outlives a redirect, and what succeeded stays in any case', async () => {
    toast({ title: 'Admin access required', variant: 'destructive' })
    await press('Other page')
    expect(openTitles()).toEqual(['Admin access required'])

    toast({ title: 'Saved' })
    await press('Send')
    await press('Other tab')
    expect(openTitles()).toEqual(['Saved'])
  })
})

/** A page whose code arrives when the test says so, behind a fallback that was never shown before. */
async function renderLoadingPage() {
  vi.resetModules()
  const { PageFallback } = await import('./page-loading')
  const waiting: ((page: { default: ComponentType }) => void)[] = []
  const LoadingPage = lazy(
    () => new Promise<{ default: ComponentType }>((done) => waiting.push(done)),
  )
  const { container } = render(
    <Suspense fallback={<PageFallback />}>
      <LoadingPage />
    </Suspense>,
  )
  const arrive = () => waiting.forEach((done) => done({ default: () => <h1>Here</h1> }))
  return { container, arrive }
}

describe('while the code of a page is loading', () => {
  it('nothing is painted before the page that comes along with the app', async () => {
    const { container, arrive } = await renderLoadingPage()
    expect(container).toBeEmptyDOMElement()
    arrive()
    expect(await screen.findByRole('heading')).toHaveTextContent('Here')
  })

  it('the page says that it is loading when that takes longer', async () => {
    const { arrive } = await renderLoadingPage()
    expect(await screen.findByRole('status')).toHaveTextContent('Loading')
    arrive()
    expect(await screen.findByRole('heading')).toHaveTextContent('Here')
    expect(screen.queryByRole('status')).toBeNull()
  })
})

const minutes = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 60_000))
const question = () => screen.queryByRole('alertdialog', { name: 'Are You Still There?' })

/** As long before as this many minutes, someone used the portal. */
function begin(isAdmin: 0 | 1, unused: number) {
  const now = Date.now()
  vi.setSystemTime(now - unused * 60_000)
  rememberSession({ id: 1, isAdmin })
  vi.setSystemTime(now)
  render(<Providers>A page</Providers>)
}

describe('a session that is about to end unused', () => {
  const api = installFakeApi()
  beforeEach(async () => {
    await import('@/features/accounts/reauthentication-dialog')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    api.routes = {
      'GET /api/user': { body: fakePartner({ id: 1, isAdmin: 1 }) },
      'POST /api/logout': { body: {} },
    }
  })
  afterEach(() => {
    forgetSession()
    vi.useRealTimers()
  })

  it('asks the administrator at 28 minutes, and goes on for whoever answers', async () => {
    begin(1, 27.9)
    expect(question()).toBeNull()
    await minutes(0.2)
    await vi.waitFor(() =>
      expect(question()).toHaveAccessibleDescription(
        /^You’ll be logged out at .+, after 30 minutes/,
      ),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Stay Logged In' }))
    await waitFor(() => expect(api.count('GET /api/user')).toBe(1))
    await minutes(0.01)
    expect(question()).toBeNull()
    expect(sessionHint()?.usedAt).toBeGreaterThan(Date.now() - 10_000)
  })

  it('goes away with a session that no one answered for', async () => {
    begin(1, 29.9)
    await screen.findByRole('alertdialog')
    await minutes(0.2)
    expect(question()).toBeNull()
    expect(sessionHint()).toBeNull()
  })

  it('asks no partner, who has a day', () => {
    begin(0, 24 * 60 - 1)
    expect(question()).toBeNull()
  })
})
