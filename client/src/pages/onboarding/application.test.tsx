import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { maxFileBytes } from '@shared/file-kinds'
import { fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fill, fillAll } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { ApplicationForms } from './application-forms'
import { OnboardingPage } from './onboarding-page'

const api = installFakeApi()
const key = 'n'.repeat(43)
const report = new File(['%PDF-1.4'], 'report.pdf', { type: 'application/pdf' })
const user = { id: 1, firstName: 'Noor', lastName: 'Haddad', isAdmin: 0, status: 'pending' }

beforeEach(() => {
  api.routes['POST /api/upload'] = () => ({ status: 201, body: { uploadKey: key } })
  api.routes['POST /api/credit-credentials'] = () => ({ status: 201, body: { uploadKey: key } })
  api.routes['POST /api/register'] = () => ({ status: 201, body: user })
})

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

const show = () => renderPage(<ApplicationForms onDone={() => undefined} />, '/onboarding')

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

describe('an empty application', () => {
  const missingOfPerson = [
    'First name is required.',
    'Last name is required.',
    'Please enter a valid email address.',
    'Please enter a valid phone number.',
    'Password must be at least 8 characters.',
    'You must agree to the Terms of Use and Privacy Policy.',
  ]

  it('with a document says what is missing, field by field, and goes to the first', async () => {
    show()
    expect(screen.getByRole('button', { name: 'Submit Application' })).toBeDisabled()
    await userEvent.upload(picker(), report)
    fillAll({ Password: 'short', 'Confirm password': 'something else' })
    await submit()
    for (const text of [...missingOfPerson, "Passwords don't match"])
      expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getByLabelText('First name')).toHaveFocus()
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
    expect(screen.getByRole('button', { name: 'Submit Application' })).toBeDisabled()
  })
})

describe('an application with a document', () => {
  it('says when it has arrived', async () => {
    renderPage(<OnboardingPage />, '/onboarding')
    await screen.findByLabelText('First name')
    await sendDocument()
    await waitFor(() => expect(shownToast()).toEqual(['Document uploaded and account created!']))
    expect(screen.getByText('Document Submitted & Account Created!')).toBeVisible()
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
      await waitFor(() => expect(shownToast()).toEqual(['Submission failed', 'Please try again.']))
      if (works) api.routes[call] = works
      await submit()
      await waitFor(() => expect(shownToast()).toEqual(['Document uploaded and account created!']))
    },
  )
})

describe('an application with a shared login', () => {
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
