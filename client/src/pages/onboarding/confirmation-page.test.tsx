import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { installFakeApi } from '@tests/support/client/fake-api'
import { fakePartner } from '@tests/support/client/fake-records'
import { fillAll } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { ConfirmationPage } from './confirmation-page'

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
    expect(submit).toBeDisabled()
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
})
