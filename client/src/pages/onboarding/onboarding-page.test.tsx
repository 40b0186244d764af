import { readFileSync } from 'node:fs'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { maxFileBytes } from '@shared/file-kinds'
import { forgotPassword } from '@/features/accounts/forgot-password'
import { brand } from '@/lib/brand'
import { rememberSession } from '@/lib/session-hint'
import { fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fill, fillAll } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { ApplicationForms } from './application-forms'
import { ExplainerVideo } from './explainer-video'
import { OnboardingPage } from './onboarding-page'

const api = installFakeApi()

const region = (name: string) => within(screen.getByRole('region', { name }))
const linksIn = (element: HTMLElement) =>
  [...element.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])

const film = () => document.querySelector('video')

describe('around the application form', () => {
  it('holds the place of the form until it is there, and shows the rest in the meantime', async () => {
    renderPage(<OnboardingPage />, '/onboarding')
    expect(screen.getByRole('status')).toHaveTextContent('Loading the form')
    expect(screen.queryByRole('tab')).toBeNull()
    expect(screen.getByText('What Happens Next')).toBeVisible()
    // Its picture must not delay the form.
    expect(film()).not.toHaveAttribute('poster')
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map((tab) => tab.textContent)).toEqual([
      'Upload Credit Report',
      'Share Login Details',
    ])
    expect(tabs[0]).toHaveAttribute('aria-selected', 'true')
    expect(screen.queryByText('Loading the form')).toBeNull()
    expect(film()).toHaveAttribute('poster', '/video/explainer-poster.jpg')
  })

  describe('it', () => {
    beforeEach(() => void renderPage(<OnboardingPage />, '/onboarding'))

    it('is titled, has two steps, and asks the server nothing', () => {
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
        'Credit Partner Application',
      )
      expect(document.title).toBe('Credit Partner Application · Credit Partner Portal')
      expect(api.calls).toEqual([])
      const steps = within(screen.getByRole('list', { name: 'Progress' })).getAllByRole('listitem')
      expect(steps.map((step) => step.textContent)).toEqual([
        '1Upload Document & Create Account',
        '2Complete',
      ])
      expect(steps[0]).toHaveAttribute('aria-current', 'step')
    })

    it('asks for a score over 680, says that results are not guaranteed, and that applying doesn’t affect it', () => {
      expect(screen.getByText(/You’ll need a personal credit score over 680/)).toHaveTextContent(
        'Applying takes under 1 minute. You’ll need a personal credit score over 680. Results are not guaranteed. Applying doesn’t affect your score.',
      )
    })

    it('tells what happens next in three steps, with tips, reminders and a timeline', () => {
      const steps = region('What Happens Next').getAllByRole('listitem')
      expect(steps.map((step) => step.querySelector('h3')?.textContent)).toEqual([
        'Credit verification',
        'Entrepreneur matching',
        'Zoom introduction',
      ])
      expect(steps[0]).toHaveTextContent('1-2 business days')
      expect(steps[1]).toHaveTextContent(
        'Usually one match is enough; sometimes one more entrepreneur is offered.',
      )
      expect(steps[2]).toHaveTextContent('Both sides must accept for a match to succeed.')
      expect(steps[2]).toHaveTextContent('a member of our support team')

      expect(region('Meeting Tips').getAllByRole('listitem')).toHaveLength(4)
      expect(region('Reminders').getAllByRole('listitem')).toHaveLength(5)
      const items = region('Timeline').getAllByRole('listitem')
      expect(items).toHaveLength(3)
      expect(items[0]).toHaveTextContent('Today')
      expect(items[1]).toHaveTextContent('1-2 business days')
      expect(items[2]).toHaveTextContent('Within 1 week')
    })

    it('gives support hours and reply times', () => {
      const support = screen.getByRole('region', { name: 'Support' })
      expect(linksIn(support)).toContainEqual([brand.supportPhone, 'tel:+13035550142'])
      expect(within(support).getByText('9am-5pm ET Mon-Fri')).toBeVisible()
      expect(support).toHaveTextContent('Typical reply in 4-6 hours during business hours')
    })

    it('explains consent: calls, SMS, email, recording, and that it is not required', () => {
      const consent = screen.getByRole('region', { name: 'Consent to Be Contacted' })
      expect(consent).toHaveTextContent('phone call, SMS text message, and email')
      expect(consent).toHaveTextContent('calls may be recorded')
      expect(consent).toHaveTextContent(
        `Consent to contact is not required to submit this application. You can call us instead at ${brand.supportPhone}`,
      )
      expect(linksIn(consent)).toEqual([
        [brand.supportPhone, 'tel:+13035550142'],
        ['Terms of Use', '/terms'],
        ['Privacy Policy', '/privacy'],
        ['Dispute Resolution', '/dispute-resolution'],
        ['FTC Disclosures', '/ftc-disclosures'],
      ])
    })
  })
})

describe('the film about the program', () => {
  beforeEach(() => void render(<ExplainerVideo hasPoster />))

  it('has captions, and loads only when it is played', () => {
    expect(film()).toHaveAttribute('preload', 'none')
    expect(film()).toHaveAttribute('poster', '/video/explainer-poster.jpg')
    const sources = [...(film()?.querySelectorAll('source') ?? [])].map((source) =>
      source.getAttribute('src'),
    )
    expect(sources).toEqual(['/video/explainer.webm', '/video/explainer.mp4'])
    const captions = film()?.querySelector('track[kind="captions"]')
    expect(captions).toHaveAttribute('src', '/video/explainer.vtt')
    expect(captions).toHaveAttribute('srclang', 'en')
  })

  it('can be read, word by word as its captions and pictures say it', async () => {
    await userEvent.click(screen.getByText('Read the film as text'))
    const text = (await screen.findByRole('list')).textContent
    const captions = readFileSync('client/public/video/explainer.vtt', 'utf8')
      .split('\n\n')
      .slice(1)
      .map((cue) => cue.trim().split('\n').slice(2).join(' '))
    expect(captions).toHaveLength(13)
    for (const caption of captions) expect(text).toContain(caption)
    expect(text).toContain('Show proof of your credit')
    expect(text).toContain('Both of you must accept.')
  })

  it('has controls once it is played', async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
    expect(film()).not.toHaveAttribute('controls')
    await userEvent.click(screen.getByRole('button', { name: 'Play video' }))
    expect(play).toHaveBeenCalledOnce()
    expect(film()).toHaveAttribute('controls')
    expect(screen.queryByRole('button', { name: 'Play video' })).toBeNull()
  })

  it('says ‘Video unavailable’ when it cannot be loaded', () => {
    const last = document.querySelector('video source:last-of-type')
    if (last) fireEvent.error(last)
    expect(screen.getByText('Video unavailable')).toBeVisible()
    expect(film()).toBeNull()
  })
})

describe('for somebody who is not here to apply', () => {
  afterEach(() => window.history.replaceState(null, ''))

  it('leads anyone who has an account to the dashboard', async () => {
    rememberSession({ id: 1, isAdmin: 0 })
    renderPage(<OnboardingPage />, '/onboarding')
    const panel = within(await screen.findByRole('region', { name: 'You already have an account' }))
    expect(panel.getByRole('link', { name: 'Go to Your Dashboard' })).toHaveAttribute(
      'href',
      '/dashboard',
    )
    expect(panel.getByRole('button', { name: 'Logout' })).toBeVisible()
    expect(screen.queryByRole('tab')).toBeNull()
    expect(screen.queryByText(/If you check the contact box/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Privacy Policy' })).toBeVisible()
  })

  it('says how to get back in to anyone who forgot the password, and to no one else', () => {
    const title = 'Passwords can’t be reset online right now'
    const { unmount } = renderPage(<OnboardingPage />, '/onboarding')
    expect(screen.queryByText(title)).toBeNull()
    unmount()
    window.history.replaceState(forgotPassword, '', '/onboarding')
    render(
      <QueryClientProvider client={new QueryClient()}>
        <OnboardingPage />
      </QueryClientProvider>,
    )
    expect(screen.getByText(title)).toBeVisible()
  })
})

const show = () => renderPage(<ApplicationForms onDone={() => undefined} />, '/onboarding')

describe('the form helps', () => {
  it('with a mistyped address once the field is left, and takes the other by one press', async () => {
    show()
    const email = screen.getByLabelText('Email')
    await userEvent.type(email, 'maria@gmial.com')
    expect(screen.queryByText(/Did you mean/)).toBeNull()
    await userEvent.tab()
    await userEvent.click(await screen.findByRole('button', { name: 'maria@gmail.com' }))
    expect(email).toHaveValue('maria@gmail.com')
    expect(screen.queryByText(/Did you mean/)).toBeNull()
  })

  it.each(['maria@gmail.com', 'noor@partner.example', 'maria@'])(
    'and has nothing to say about %s',
    async (address) => {
      show()
      await userEvent.type(screen.getByLabelText('Email'), address)
      await userEvent.tab()
      expect(screen.queryByText(/Did you mean/)).toBeNull()
    },
  )

  it('with the name and address of a common service', async () => {
    show()
    await userEvent.click(screen.getByRole('tab', { name: 'Share Login Details' }))
    await userEvent.click(screen.getByRole('button', { name: 'Credit Karma' }))
    expect(screen.getByLabelText('Service name')).toHaveValue('Credit Karma')
    expect(screen.getByLabelText('Service URL')).toHaveValue('https://www.creditkarma.com')
    expect(screen.getByLabelText('Username')).toHaveFocus()
  })
})
const key = 'n'.repeat(43)
const report = new File(['%PDF-1.4'], 'report.pdf', { type: 'application/pdf' })
const user = { id: 1, firstName: 'Noor', lastName: 'Haddad', isAdmin: 0, status: 'pending' }

const agreeing = () => screen.getByLabelText(/^I agree to the/)
const picker = () => screen.getByLabelText('Your credit report or score screenshot')
const chooseSharing = () =>
  userEvent.click(screen.getByRole('tab', { name: 'Share Login Details' }))
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit Application' }))

const person = {
  'First name': 'Noor',
  'Last name': 'Haddad',
  Email: 'noor@partner.example',
  'Phone number': '(303) 555-0199',
  Password: 'seven green bicycles',
  'Confirm password': 'seven green bicycles',
}

async function fillAccount() {
  fillAll(person)
  await userEvent.click(agreeing())
}

async function sendDocument() {
  await userEvent.upload(picker(), report)
  await fillAccount()
  await submit()
}

async function applyWithDocument() {
  show()
  await sendDocument()
}

async function applyWithLogin() {
  show()
  await chooseSharing()
  fillAll({
    'Service name': 'Score Watch',
    // Without https://, which the form adds.
    'Service URL': 'score-watch.example',
    Username: 'noor',
    'Service password': 'secret',
  })
  await fillAccount()
  await submit()
}

const formTexts = () => [...document.forms].map(({ textContent }) => textContent).join()

describe('sent', () => {
  beforeEach(() => {
    api.routes['POST /api/upload'] = () => ({ status: 201, body: { uploadKey: key } })
    api.routes['POST /api/credit-credentials'] = () => ({ status: 201, body: { uploadKey: key } })
    api.routes['POST /api/register'] = () => ({ status: 201, body: user })
  })

  describe('an empty application', () => {
    const missingOfPerson = [
      'First name is required.',
      'Last name is required.',
      'Please enter a valid email address.',
      'Please enter a valid phone number.',
      'Password must be at least 8 characters.',
      'You must agree to the Terms of Use and Privacy Policy.',
    ]

    const missing = 'File required: Please select a credit report file to upload.'
    it('says what is missing, field by field and in one summary, the document among it', async () => {
      show()
      const button = screen.getByRole('button', { name: 'Submit Application' })
      expect(button).toHaveAttribute('aria-disabled', 'true')
      expect(button).toHaveAccessibleDescription('Add your document to submit.')
      await submit()
      const summary = await screen.findByRole('group', { name: '7 answers need you' })
      await waitFor(() => expect(summary).toHaveFocus())
      for (const text of [...missingOfPerson, missing]) expect(screen.getByText(text)).toBeVisible()
      await userEvent.click(screen.getByRole('link', { name: /^Your credit report/ }))
      expect(picker()).toHaveFocus()
      expect(picker()).toHaveAccessibleDescription(new RegExp(`^${missing}`))
      await userEvent.upload(picker(), report)
      expect(button).not.toHaveAttribute('aria-disabled')
      fillAll({ Password: 'short', 'Confirm password': 'something else' })
      await submit()
      expect(await screen.findByText("Passwords don't match")).toBeVisible()
      expect(await screen.findAllByRole('group', { name: '7 answers need you' })).toHaveLength(1)
      expect(api.calls).toEqual([])
    })

    it('with all but the document goes to the document', async () => {
      show()
      await fillAccount()
      await submit()
      expect(await screen.findByText(missing)).toBeVisible()
      await waitFor(() => expect(picker()).toHaveFocus())
      expect(api.calls).toEqual([])
    })

    it('with a shared login says what is missing of that, too', async () => {
      show()
      await chooseSharing()
      fill('Service URL', 'not an address')
      await submit()
      for (const text of [
        'Service name is required',
        'Please enter a valid URL (including https://)',
        'Username is required',
        'Password is required',
        ...missingOfPerson,
      ])
        expect(await screen.findByText(text)).toBeVisible()
      // Of both forms that are sent together.
      const summary = await screen.findByRole('group', { name: '10 answers need you' })
      await waitFor(() => expect(summary).toHaveFocus())
      expect(screen.getAllByRole('group', { name: /need you$/ })).toHaveLength(1)
      await userEvent.click(screen.getByRole('link', { name: 'Phone number' }))
      expect(screen.getByLabelText('Phone number')).toHaveFocus()
    })

    const wrongType = 'Please upload a PDF, Word document, JPG, JPEG, or PNG file.'
    it.each([
      [
        'notes.txt',
        5,
        `Invalid file type: ${wrongType} There is nothing in this file. Save or download it again.`,
      ],
      ['big.pdf', maxFileBytes + 1, 'File too large: Please upload a file smaller than 10MB.'],
    ])('refuses %s of %i bytes before anything is sent', async (name, size, words) => {
      const file = new File([new Uint8Array(size)], name)
      show()
      await userEvent.upload(picker(), file, { applyAccept: false })
      expect(await screen.findByText(words)).toBeVisible()
      await submit()
      expect(await screen.findByText(missing)).toBeVisible()
      expect(api.calls).toEqual([])
    })
  })

  describe('an application with a document', () => {
    it('says when it has arrived', async () => {
      renderPage(<OnboardingPage />, '/onboarding')
      await screen.findByLabelText('First name')
      await sendDocument()
      await waitFor(() => expect(shownToast()).toEqual(['Document uploaded and account created!']))
      const group = screen.getByRole('group', { name: 'Document Submitted & Account Created!' })
      expect(group).toHaveFocus()
      const next = 'Next is your dashboard. We’ll take you there in a few seconds.'
      await expect.poll(() => window.heard.join()).toContain(next)
      // The group that has the focus says it.
      expect(window.heard.join()).not.toContain('Document Submitted')
    })

    it('shows at the file that it was refused, brings it into sight, and sends it again on Retry', async () => {
      const works = api.routes['POST /api/upload']
      const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
      api.routes['POST /api/upload'] = () => fakeRefusal(415, 'This is no report.')
      await applyWithDocument()
      await waitFor(() => expect(picker()).toHaveAccessibleDescription(/This is no report\./))
      expect(picker()).toHaveFocus()
      expect(scroll).toHaveBeenCalled()
      if (works) api.routes['POST /api/upload'] = works
      await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
      await waitFor(() => expect(shownToast()).toEqual(['Document uploaded and account created!']))
    })

    it.each(['POST /api/upload', 'POST /api/register'])(
      'says what went wrong with %s, in the server’s words or its own',
      async (call) => {
        const works = api.routes[call]
        api.routes[call] = () => fakeRefusal(503, 'The portal is busy.')
        await applyWithDocument()
        await waitFor(() =>
          expect(shownToast()).toEqual(['Submission failed', 'The portal is busy.']),
        )
        api.routes[call] = () => fakeRefusal(500, '')
        await submit()
        await waitFor(() =>
          expect(shownToast()).toEqual(['Submission failed', 'Please try again.']),
        )
        if (works) api.routes[call] = works
        await submit()
        await waitFor(() =>
          expect(shownToast()).toEqual(['Document uploaded and account created!']),
        )
      },
    )
  })

  describe('an application with a shared login', () => {
    it('says that the login could not be saved, in the server’s words or its own', async () => {
      const call = 'POST /api/credit-credentials'
      const works = api.routes[call]
      api.routes[call] = () => fakeRefusal(503, 'The portal is busy.')
      await applyWithLogin()
      await waitFor(() =>
        expect(shownToast()).toEqual(['Submission failed', 'The portal is busy.']),
      )
      api.routes[call] = () => fakeRefusal(500, '')
      await submit()
      const own = 'An error occurred while saving credentials'
      await waitFor(() => expect(shownToast()).toEqual(['Submission failed', own]))
      if (works) api.routes[call] = works
      await submit()
      await waitFor(() => expect(shownToast()).toEqual(['Credentials shared and account created!']))
    })

    it('saves the login once, however often the registration fails', async () => {
      api.routes['POST /api/register'] = () => fakeRefusal(500, '')
      await applyWithLogin()
      await waitFor(() => expect(shownToast()).toEqual(['Submission failed', 'Please try again.']))
      api.routes['POST /api/register'] = () => ({ status: 201, body: user })
      await submit()
      await waitFor(() => expect(shownToast()).toEqual(['Credentials shared and account created!']))
      expect(api.count('POST /api/credit-credentials')).toBe(1)
      expect(api.count('POST /api/register')).toBe(2)
    })
  })

  describe('changing the way to apply', () => {
    it('keeps the whole account, whose password is called userPassword beside the service’s', async () => {
      show()
      await fillAccount()
      expect(screen.getByLabelText('Password')).toHaveAttribute('name', 'password')
      await chooseSharing()
      expect(screen.getByLabelText('Service password')).toHaveAttribute('name', 'password')
      expect(screen.getByLabelText('Password')).toHaveAttribute('name', 'userPassword')
      for (const [label, value] of Object.entries({ ...person, 'Service password': '' }))
        expect(screen.getByLabelText(label)).toHaveValue(value)
      expect(agreeing()).toBeChecked()
      fill('First name', 'Nora')
      await userEvent.click(screen.getByRole('tab', { name: 'Upload Credit Report' }))
      expect(screen.getByLabelText('First name')).toHaveValue('Nora')
    })

    it('leaves behind what was said of the other one', async () => {
      api.routes['POST /api/register'] = () => fakeRefusal(503, 'The portal is busy.')
      await applyWithDocument()
      const problem = 'Submission failedThe portal is busy.'
      await waitFor(() => expect(formTexts()).toContain(problem))
      await chooseSharing()
      expect(formTexts()).toContain('Service password')
      expect(formTexts()).not.toContain(problem)
    })
  })
})
