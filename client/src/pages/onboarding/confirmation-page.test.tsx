import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CurrentUser } from '@shared/accounts'
import { correctEmailRequest } from '@shared/email-changes'
import { installFakeApi } from '@tests/support/client/fake-api'
import { fakePartner } from '@tests/support/client/fake-records'
import { fill, fillAll } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { ConfirmationPage } from './confirmation-page'
import { SubmittedPanel } from './submitted-panel'

const api = installFakeApi()

const uploadKey = 'k'.repeat(43)
const user = fakePartner({ id: 7, firstName: 'Ana', lastName: 'Ruiz' })
const uploaded = { uploadKey, fileName: 'report.pdf', fileSize: 4, fileType: 'application/pdf' }
const report = () => new File(['%PDF'], 'report.pdf', { type: 'application/pdf' })

const nobody = { status: 401, body: { message: 'Not logged in', code: 'unauthorized' } }

const region = (name: string) => within(screen.getByRole('region', { name }))

let prefersLessMotion = false
const play = vi.fn(() => Promise.resolve())

beforeEach(() => {
  prefersLessMotion = false
  play.mockClear()
  vi.stubGlobal('matchMedia', () => ({ matches: prefersLessMotion }))
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const chooseFile = async (visitor: ReturnType<typeof renderPage>['user']) => {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('There is no file input.')
  await visitor.upload(input, report())
}

describe('thank-you page', () => {
  it('thanks, with a silent film that plays again and again', async () => {
    api.routes = { 'GET /api/user': nobody }
    renderPage(<ConfirmationPage />, '/confirmation')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
      'Thank You for Your Application',
    )
    expect(screen.getByText(/one thing left/)).toHaveTextContent(
      'a personal credit score over 680. Results are not guaranteed.',
    )
    const film = document.querySelector('video')
    expect(film?.muted).toBe(true)
    expect(film?.loop).toBe(true)
    expect(film?.querySelector('track[kind="captions"]')).not.toBeNull()
    expect(play).toHaveBeenCalled()
    expect(screen.getByRole('button', { name: /video/ })).toBeVisible()
    await screen.findByLabelText('First name')
  })

  it('does not play by itself for somebody who prefers less motion', async () => {
    prefersLessMotion = true
    api.routes = { 'GET /api/user': nobody }
    const { user: visitor } = renderPage(<ConfirmationPage />, '/confirmation')
    await screen.findByLabelText('First name')
    expect(play).not.toHaveBeenCalled()
    await visitor.click(screen.getByRole('button', { name: 'Play video' }))
    expect(play).toHaveBeenCalledOnce()
  })

  it('says ‘Video unavailable’ when the film has failed before the page is shown', async () => {
    vi.spyOn(HTMLMediaElement.prototype, 'networkState', 'get').mockReturnValue(3)
    api.routes = { 'GET /api/user': nobody }
    renderPage(<ConfirmationPage />, '/confirmation')
    expect(screen.getByText('Video unavailable')).toBeVisible()
    await screen.findByLabelText('First name')
  })

  it('goes on with next steps, meeting, tips, questions, timeline, reminders and support', async () => {
    api.routes = { 'GET /api/user': nobody }
    renderPage(<ConfirmationPage />, '/confirmation')
    await screen.findByLabelText('First name')

    expect(region('What Happens Next').getAllByRole('listitem')).toHaveLength(3)
    expect(
      region('Your Guided Meeting')
        .getAllByRole('term')
        .map((term) => term.textContent),
    ).toEqual(['You', 'The entrepreneur', 'Our support team'])
    expect(region('Preparation Tips').getAllByRole('listitem')).toHaveLength(4)
    expect(region('Questions to Ask').getAllByRole('listitem')).toHaveLength(5)
    const [today, verification, meeting] = region('Expected Timeline').getAllByRole('listitem')
    expect(today).toHaveTextContent('Today')
    expect(verification).toHaveTextContent('1-2 business days')
    expect(meeting).toHaveTextContent('Within 1 weekYou meet your entrepreneur')
    expect(region('Reminders').getAllByRole('listitem')).toHaveLength(5)
    expect(region('Support').getByText('9am-5pm ET Mon-Fri')).toBeVisible()
  })
})

describe('without an account', () => {
  it('says what the page is for, to someone who has sent no application', async () => {
    api.routes = { 'GET /api/user': nobody }
    renderPage(<ConfirmationPage />, '/confirmation')
    expect(screen.getByText(/If you haven’t applied yet/)).toHaveTextContent(
      'the form below is your application',
    )
    expect(screen.getByRole('link', { name: 'log in' })).toHaveAttribute('href', '/login')
    await screen.findByLabelText('First name')
  })

  it('uploads, registers, says so and goes to the dashboard after 3 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    api.routes = {
      'GET /api/user': nobody,
      'POST /api/upload': { status: 201, body: uploaded },
      'POST /api/register': { status: 201, body: user },
    }
    const calls = api.requests
    const { user: visitor } = renderPage(<ConfirmationPage />, '/confirmation')
    await screen.findByLabelText('First name')
    fillAll({
      'First name': 'Ana',
      'Last name': 'Ruiz',
      Email: 'ana@example.com',
      'Phone number': '303-555-0142',
      Password: 'correct horse',
      'Confirm password': 'correct horse',
    })
    await visitor.click(screen.getByLabelText(/I agree to the/))
    await chooseFile(visitor)
    await visitor.click(screen.getByRole('button', { name: 'Submit Application' }))

    expect(await screen.findByText('Document Submitted Successfully!')).toBeVisible()
    expect(screen.getByText(/Your report was uploaded and your account was created/)).toBeVisible()
    expect(api.count('POST /api/upload')).toBe(1)
    expect(calls.find(({ path }) => path === '/api/register')).toMatchObject({
      body: { email: 'ana@example.com', uploadKey, agreeToTerms: true },
    })

    act(() => void vi.advanceTimersByTime(2500))
    expect(window.location.pathname).toBe('/confirmation')
    act(() => void vi.advanceTimersByTime(500))
    expect(window.location.pathname).toBe('/dashboard')
  })
})

describe('with an account', () => {
  const answers = {
    'GET /api/user': { body: user },
    'POST /api/upload': { status: 201, body: uploaded },
    'GET /api/files': { body: [] as unknown[] },
    [`POST /api/link-file/${uploadKey}`]: { body: { id: 1, ...uploaded, status: 'pending' } },
  }

  it('uploads and links, says so and goes to the dashboard after 3 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    api.routes = answers
    const calls = api.requests
    const { user: visitor } = renderPage(<ConfirmationPage />, '/confirmation')
    const submit = await screen.findByRole('button', { name: 'Upload Document' })
    expect(screen.queryByLabelText('First name')).not.toBeInTheDocument()
    expect(screen.queryByText(/If you haven’t applied yet/)).toBeNull()
    expect(submit).toHaveAccessibleDescription('Add your document to submit.')
    await visitor.click(submit)
    expect(await screen.findByText('No file selected')).toBeVisible()
    expect(calls.map(({ method }) => method)).not.toContain('POST')
    await chooseFile(visitor)
    await visitor.click(submit)

    expect(await screen.findByText('Document Submitted Successfully!')).toBeVisible()
    expect(screen.getByText('File uploaded successfully')).toBeVisible()
    expect(api.count('POST /api/upload')).toBe(1)
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain(
      `POST /api/link-file/${uploadKey}`,
    )
    act(() => void vi.advanceTimersByTime(3000))
    expect(window.location.pathname).toBe('/dashboard')
  })

  it('asks no one for proof who is approved', async () => {
    api.routes = { ...answers, 'GET /api/user': { body: { ...user, status: 'approved' } } }
    renderPage(<ConfirmationPage />, '/confirmation')
    expect(await screen.findByText(/^You’re approved/)).toBeVisible()
    expect(screen.queryByText(/one thing left/)).toBeNull()
  })

  it('comes back after a login when the session has ended', async () => {
    api.routes = { ...answers, 'POST /api/upload': nobody, 'GET /api/files': nobody }
    const { user: visitor } = renderPage(<ConfirmationPage />, '/confirmation?from=mail')
    const submit = await screen.findByRole('button', { name: 'Upload Document' })
    await chooseFile(visitor)
    api.routes['GET /api/user'] = nobody
    await visitor.click(submit)
    await waitFor(() => expect(window.location.pathname).toBe('/login'))
    expect(window.history.state).toEqual({ next: '/confirmation?from=mail' })
  })
})

const mistyped = 'maria@gmial.com'
let partner: CurrentUser

const showPanel = () =>
  renderPage(<SubmittedPanel title="Application Submitted!">Done.</SubmittedPanel>, '/onboarding')
const line = async () => (await screen.findByText(/^We’ll email you at/)).parentElement
const correct = { name: 'Correct your email' }
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

describe('the panel of a sent application', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    partner = fakePartner({ email: mistyped, createdAt: new Date().toISOString() })
    const correctableUntil = new Date(Date.now() + 3_600_000).toISOString()
    api.routes = {
      'GET /api/user': () => ({ body: partner }),
      'GET /api/mail-status': { body: { configured: true } },
      'GET /api/email-change': () => ({
        body: { waiting: null, ...(partner.email === mistyped && { correctableUntil }) },
      }),
      'PATCH /api/user/email': ({ body }) => {
        partner = { ...partner, ...correctEmailRequest.parse(body) }
        return { body: partner }
      },
    }
  })
  afterEach(() => vi.useRealTimers())

  it('says where we email, and waits while that is corrected, once', async () => {
    const { user: visitor } = showPanel()
    expect(await line()).toHaveTextContent(`We’ll email you at ${mistyped}.`)
    await visitor.click(await screen.findByRole('button', correct))
    await waitFor(() => expect(screen.getByLabelText('Your email')).toHaveFocus())
    wait(10_000)
    expect(window.location.pathname).toBe('/onboarding')

    await visitor.click(screen.getByRole('button', { name: 'maria@gmail.com' }))
    await visitor.click(screen.getByRole('button', { name: 'Save Email' }))
    await waitFor(async () =>
      expect(await line()).toHaveTextContent('We’ll email you at maria@gmail.com.'),
    )
    await waitFor(() => expect(screen.queryByLabelText('Your email')).toBeNull())
    expect(screen.queryByRole('button', correct)).toBeNull()
    wait(3000)
    expect(window.location.pathname).toBe('/onboarding')
  })

  it('leads on after three seconds in which no one does anything', async () => {
    showPanel()
    await line()
    wait(3000)
    expect(window.location.pathname).toBe('/dashboard')
  })

  it.each([
    ['a key', () => fireEvent.keyDown(document.body, { key: 'Shift' })],
    ['a pointer', () => fireEvent.pointerDown(document.body)],
    ['a finger', () => fireEvent.touchStart(document.body)],
    ['the focus on its link', () => screen.getByRole('link').focus()],
    [
      'a selection',
      () => {
        document.getSelection()?.selectAllChildren(screen.getByText('Application Submitted!'))
        fireEvent(document, new Event('selectionchange'))
      },
    ],
    ['its button', () => screen.getByRole('button', { name: 'Stay on This Page' }).click()],
  ])('stays after %s', async (_, doIt) => {
    showPanel()
    await line()
    wait(2900)
    act(() => {
      doIt()
    })
    wait(10_000)
    expect(window.location.pathname).toBe('/onboarding')
    expect(screen.getByText(/Go there whenever you’re ready/)).toBeVisible()
    document.getSelection()?.removeAllRanges()
  })

  it('says at the field what is wrong with the address, and stays when nothing is changed', async () => {
    const message = 'Another account already uses this email.'
    const refusal = { message, code: 'conflict', errors: { email: message } }
    api.routes['PATCH /api/user/email'] = { status: 409, body: refusal }
    const { user: visitor } = showPanel()
    await visitor.click(await screen.findByRole('button', correct))
    await screen.findByLabelText('Your email')
    fill('Your email', 'taken@partner.example')
    await visitor.click(screen.getByRole('button', { name: 'Save Email' }))
    expect(await screen.findByText(message)).toBeVisible()
    await visitor.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await line()).toHaveTextContent(mistyped)
    wait(3000)
    expect(window.location.pathname).toBe('/onboarding')
  })

  it('promises no email where none can be sent', async () => {
    api.routes['GET /api/mail-status'] = { body: { configured: false } }
    showPanel()
    expect((await screen.findByText(/^You log in with/)).parentElement).toHaveTextContent(mistyped)
    expect(screen.queryByText(/We’ll email you/)).toBeNull()
    expect(await screen.findByRole('button', correct)).toBeVisible()
  })

  it('asks nothing about corrections for someone who signed up long before', async () => {
    partner = fakePartner()
    showPanel()
    expect(await line()).toHaveTextContent(partner.email)
    expect(api.calls).not.toContain('GET /api/email-change')
  })
})
