import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import type { CurrentUser } from '@shared/accounts'
import type { OwnFile } from '@shared/files'
import { fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fill } from '@tests/support/client/fill'
import { fakeOwnFile, fakePartner } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { DashboardPage } from './dashboard-page'

const api = installFakeApi()

const asked = {
  id: 3,
  words: 'Page two is missing.',
  askedAt: '2026-11-24T08:00:00.000Z',
  file: null,
}
const path = '/api/question/answer'

let user: CurrentUser
let files: OwnFile[]
let sent: unknown[]
beforeEach(() => {
  user = fakePartner({ question: asked })
  files = [fakeOwnFile()]
  sent = []
  api.routes['GET /api/user'] = () => ({ body: user })
  api.routes['GET /api/files'] = () => ({ body: files })
  api.routes['GET /api/credit-credentials'] = { body: [] }
  api.routes['GET /api/match'] = { body: null }
  api.routes['GET /api/profile-completion'] = { body: { percent: 100, steps: [] } }
  api.routes[`POST ${path}`] = ({ body }) => {
    sent.push(body)
    user = fakePartner()
    return { body: { message: 'Thank you. We’ll continue your review.' } }
  }
})

async function show() {
  renderPage(<DashboardPage />, '/dashboard')
  await screen.findAllByText('View')
  return within(await screen.findByRole('region', { name: 'We have a question for you' }))
}
const isGone = () =>
  waitFor(() =>
    expect(screen.queryByRole('region', { name: 'We have a question for you' })).toBeNull(),
  )

it('is answered in a sentence, and gone then', async () => {
  const card = await show()
  expect(card.getByText(asked.words)).toBeVisible()
  fill('Your answer', 'It has one page only.')
  await userEvent.dblClick(card.getByRole('button', { name: 'Send Answer' }))
  await isGone()
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'Application Under Review' })).toHaveFocus(),
  )
  expect(sent).toEqual([{ answer: 'It has one page only.', questionId: 3 }])
  expect(shownToast()).toContain('Answer sent')
})

it('is not answered by nothing', async () => {
  const card = await show()
  await userEvent.click(card.getByRole('button', { name: 'Send Answer' }))
  expect(await card.findByText('Please write an answer.')).toBeVisible()
  expect(sent).toEqual([])
})

it('that was answered in another tab goes as well', async () => {
  api.routes[`POST ${path}`] = () => {
    user = fakePartner()
    return fakeRefusal(409, 'This question is no longer open. Please look again.')
  }
  const card = await show()
  fill('Your answer', 'Yes')
  await userEvent.click(card.getByRole('button', { name: 'Send Answer' }))
  await isGone()
})

it('about a document is answered by another one in its place', async () => {
  user = fakePartner({
    question: { ...asked, file: { id: files[0]?.id ?? 0, name: 'report.pdf' } },
  })
  const card = await show()
  await userEvent.click(card.getByRole('button', { name: 'Send a New Document' }))
  expect(await screen.findByRole('dialog', { name: 'Re-upload Document' })).toBeVisible()
})

it('offers to send a document only where there is room for one', async () => {
  const card = await show()
  await userEvent.click(card.getByRole('button', { name: 'Send a Document' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload Additional File' }))
  // What is sent from the question answers it, unless its owner says otherwise.
  expect(dialog.getByLabelText('Yes')).toBeChecked()
})

it.each([
  ['Yes', { isAnswer: true }],
  ['No, it’s something else', undefined],
])(
  'a document that is sent meanwhile answers it only as its owner says: %s',
  async (choice, told) => {
    const uploadKey = 'a-new-key'
    const link = `POST /api/link-file/${uploadKey}`
    api.routes['POST /api/upload'] = { status: 201, body: { uploadKey } }
    api.routes[link] = { body: fakeOwnFile({ id: 9, uploadKey }) }
    await show()
    await userEvent.click(screen.getByRole('button', { name: 'Upload Additional File' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Upload Additional File' }))
    const choices = within(dialog.getByRole('group', { name: 'Does this answer our question?' }))
    expect(dialog.getByText(asked.words)).toBeVisible()
    await userEvent.upload(
      dialog.getByLabelText('Your document'),
      new File(['%PDF-1.4'], 'more.pdf', { type: 'application/pdf' }),
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Upload' }))
    expect(await dialog.findByText('Please choose Yes or No.')).toBeVisible()
    expect(api.calls).not.toContain(link)
    await userEvent.click(choices.getByLabelText(choice))
    await userEvent.click(dialog.getByRole('button', { name: 'Upload' }))
    await waitFor(() => expect(api.calls).toContain(link))
    expect(api.requests.find(({ path: made }) => made.endsWith(uploadKey))?.body).toEqual(told)
  },
)

it('is answered in words where there is no room', async () => {
  files = [1, 2, 3].map((id) => fakeOwnFile({ id, fileName: `${id}.pdf` }))
  const card = await show()
  expect(card.queryByRole('button', { name: 'Send a Document' })).toBeNull()
})
