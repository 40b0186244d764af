import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  fakeRefusal,
  installFakeApi,
  shownToast,
  wordlessFailures,
} from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { OnboardingPage } from './onboarding-page'

const api = installFakeApi()
const key = 'n'.repeat(43)
const user = { id: 1, firstName: 'Noor', lastName: 'Haddad', isAdmin: 0, status: 'pending' }

beforeEach(() => {
  api.routes['POST /api/upload'] = () => ({ status: 201, body: { uploadKey: key } })
  api.routes['POST /api/credit-credentials'] = () => ({ status: 201, body: { uploadKey: key } })
  api.routes['POST /api/register'] = () => ({ status: 201, body: user })
})

/** At once, without the single key presses that other tests are about. */
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

async function fillAccount() {
  fill('First name', 'Noor')
  fill('Last name', 'Haddad')
  fill('Email', 'noor@partner.example')
  fill('Phone number', '(303) 555-0199')
  fill('Password', 'seven green bicycles')
  fill('Confirm password', 'seven green bicycles')
  await userEvent.click(screen.getByRole('checkbox', { name: /^I agree to the/ }))
}

const submit = () =>
  userEvent.click(
    screen.getAllByRole('button', { name: 'Submit Application' }).at(-1) ?? document.body,
  )

async function applyWithDocument() {
  renderPage(<OnboardingPage />, '/onboarding')
  await userEvent.upload(
    await screen.findByLabelText('Your credit report or score screenshot'),
    new File(['%PDF-1.4'], 'report.pdf', { type: 'application/pdf' }),
  )
  await fillAccount()
  await submit()
}

async function applyWithLogin() {
  renderPage(<OnboardingPage />, '/onboarding')
  await userEvent.click(await screen.findByRole('tab', { name: 'Share Login Details' }))
  fill('Service name', 'Score Watch')
  // Without https://, which the form adds.
  fill('Service URL', 'score-watch.example')
  fill('Username', 'noor')
  fill('Service password', 'secret')
  await fillAccount()
  await submit()
}

describe('an application with a document', () => {
  it('says when it has arrived', async () => {
    await applyWithDocument()
    await waitFor(() => expect(shownToast()).toEqual(['Document uploaded and account created!']))
  })

  it('shows at the file that it was refused, brings it into sight, and sends it again on Retry', async () => {
    const works = api.routes['POST /api/upload']
    const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
    api.routes['POST /api/upload'] = () => fakeRefusal(415, 'This is no report.')
    await applyWithDocument()
    const picker = screen.getByLabelText('Your credit report or score screenshot')
    await waitFor(() => expect(picker).toHaveAccessibleDescription(/This is no report\./))
    expect(picker).toHaveFocus()
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
      await waitFor(() => expect(shownToast()).toEqual(['Submission failed', 'Please try again.']))
      if (works) api.routes[call] = works
      await submit()
      await waitFor(() => expect(shownToast()).toEqual(['Document uploaded and account created!']))
    },
  )

  it.each(
    ['POST /api/upload', 'POST /api/register'].flatMap((call) =>
      wordlessFailures.map((failure) => ({ call, ...failure })),
    ),
  )('shows nothing of $failure in answer to $call', async ({ call, answer }) => {
    api.routes[call] = () => answer
    await applyWithDocument()
    await waitFor(() => expect(shownToast()).toEqual(['Submission failed', 'Please try again.']))
  })
})

describe('an application with a shared login', () => {
  it.each(wordlessFailures)('shows nothing of $failure when saving', async ({ answer }) => {
    api.routes['POST /api/credit-credentials'] = () => answer
    await applyWithLogin()
    const own = 'An error occurred while saving credentials'
    await waitFor(() => expect(shownToast()).toEqual(['Submission failed', own]))
  })

  it.each(wordlessFailures)('shows nothing of $failure when registering', async ({ answer }) => {
    api.routes['POST /api/register'] = () => answer
    await applyWithLogin()
    await waitFor(() => expect(shownToast()).toEqual(['Submission failed', 'Please try again.']))
  })

  it('says that the login could not be saved, in the server’s words or its own', async () => {
    const call = 'POST /api/credit-credentials'
    const works = api.routes[call]
    api.routes[call] = () => fakeRefusal(503, 'The portal is busy.')
    await applyWithLogin()
    await waitFor(() => expect(shownToast()).toEqual(['Submission failed', 'The portal is busy.']))
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

const formTexts = () => [...document.forms].map(({ textContent }) => textContent).join()

describe('changing the way to apply', () => {
  it('keeps the whole account, whose password is called userPassword beside the service’s', async () => {
    renderPage(<OnboardingPage />, '/onboarding')
    await screen.findByRole('tab', { name: 'Share Login Details' })
    await fillAccount()
    expect(screen.getByLabelText('Password')).toHaveAttribute('name', 'password')
    await userEvent.click(screen.getByRole('tab', { name: 'Share Login Details' }))
    expect(screen.getByLabelText('Service password')).toHaveAttribute('name', 'password')
    expect(screen.getByLabelText('Password')).toHaveAttribute('name', 'userPassword')
    for (const [label, value] of [
      ['First name', 'Noor'],
      ['Last name', 'Haddad'],
      ['Email', 'noor@partner.example'],
      ['Phone number', '(303) 555-0199'],
      ['Password', 'seven green bicycles'],
      ['Confirm password', 'seven green bicycles'],
      ['Service password', ''],
    ] as const) {
      expect(screen.getByLabelText(label)).toHaveValue(value)
    }
    expect(screen.getByRole('checkbox', { name: /^I agree to the/ })).toBeChecked()
    fill('First name', 'Nora')
    await userEvent.click(screen.getByRole('tab', { name: 'Upload Credit Report' }))
    expect(screen.getByLabelText('First name')).toHaveValue('Nora')
  })

  it('leaves behind what was said of the other one', async () => {
    api.routes['POST /api/register'] = () => fakeRefusal(503, 'The portal is busy.')
    await applyWithDocument()
    const problem = 'Submission failedThe portal is busy.'
    await waitFor(() => expect(formTexts()).toContain(problem))
    await userEvent.click(screen.getByRole('tab', { name: 'Share Login Details' }))
    expect(formTexts()).toContain('Service password')
    expect(formTexts()).not.toContain(problem)
  })
})
