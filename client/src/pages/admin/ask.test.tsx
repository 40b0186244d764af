import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { DecisionKeys } from '@/app/decision-keys'
import { defaultReasons } from '@shared/decisions'
import type { ListedUser } from '@shared/users'
import {
  fakePage,
  fakeRefusal,
  installFakeApi,
  pressInToast,
  shownToast,
} from '@tests/support/client/fake-api'
import { fakeListedUser } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { UsersPage } from './users/users-page'

const api = installFakeApi()

const build = (id: number, firstName: string) => fakeListedUser({ id, firstName, lastName: 'Lee' })
const askedAt = '2026-11-24T08:00:00.000Z'

let users: ListedUser[]
let sent: unknown[]
let undone: string[]

const set = (id: number, change: Partial<ListedUser>) => {
  users = users.map((user) => (user.id === id ? { ...user, ...change } : user))
}

beforeEach(() => {
  users = [build(2, 'Ann'), build(1, 'Ben')]
  sent = []
  undone = []
  api.routes['GET /api/admin/users'] = ({ url }) => {
    const [status, asked] = [url.searchParams.get('status'), url.searchParams.get('asked')]
    if (asked) return fakePage(users.filter((user) => user.askedAt))
    return fakePage(users.filter((user) => !status || (user.status === status && !user.askedAt)))
  }
  api.routes['GET /api/admin/files'] = () => fakePage([])
  api.routes['GET /api/admin/credentials/overview'] = () => fakePage([])
  api.routes['GET /api/admin/rejection-reasons'] = () => ({ body: defaultReasons })
  for (const { id, firstName } of users) {
    api.routes[`POST /api/admin/users/${id}/questions`] = ({ body }) => {
      sent.push(body)
      set(id, { askedAt })
      return { body: { ...users.find((user) => user.id === id), questionId: 40 + id } }
    }
    api.routes[`POST /api/admin/questions/${40 + id}/undo`] = ({ url }) => {
      undone.push(url.pathname)
      users = users.map((user) => (user.id === id ? build(id, firstName) : user))
      const name = `${firstName} Lee`
      return {
        body: { undone: [{ kind: 'user', id, name, status: 'pending' }], mail: 'held-back' },
      }
    }
  }
})

async function show(address: string) {
  renderPage(
    <>
      <UsersPage />
      <DecisionKeys />
    </>,
    address,
  )
  await screen.findByText(/\d users?$/)
}
const dialog = (name: string) => screen.findByRole('dialog', { name: `Ask ${name} Lee` })
const press = (keys: string) => userEvent.keyboard(keys)
const panel = (name: string) => screen.findByRole('button', { name: `Ask ${name} Lee` })

it('Q asks, the review goes on with the next person, and Z takes the question back', async () => {
  await show('/admin/users?status=pending&open=2')
  await panel('Ann')
  await press('q')
  const form = within(await dialog('Ann'))
  await form.findByRole('radio', { name: defaultReasons.question[0] })
  expect(form.queryByRole('radio', { name: 'No reason' })).toBeNull()
  expect(form.getByRole('button', { name: 'Ask' })).toBeDisabled()
  await press('2Both pages, please.{Enter}')
  await panel('Ben')
  const words = `${defaultReasons.question[1]}\nBoth pages, please.`
  expect(sent).toEqual([{ words, basedOn: 'pending' }])
  await waitFor(() => expect(shownToast()[0]).toBe('Question sent'))
  await press('z')
  await waitFor(() => expect(undone).toEqual(['/api/admin/questions/42/undo']))
  await waitFor(() => expect(shownToast()[0]).toBe('Question undone'))
  expect(shownToast()[1]).toBe('Ann Lee is in the queue again. The email about it was not sent.')
  await panel('Ann')
})

it('the button between Approve and Reject asks, and so does Undo in the toast undo it', async () => {
  await show('/admin/users?open=2')
  await userEvent.click(await panel('Ann'))
  const labels = (await screen.findAllByRole('button', { name: /^(Approve|Ask|Reject) Ann Lee$/ }))
    .map((button) => button.textContent)
    .slice(-3)
  expect(labels).toEqual(['Approve', 'Ask', 'Reject'])
  await within(await dialog('Ann')).findByRole('radio', { name: defaultReasons.question[2] })
  await press('3{Enter}')
  await waitFor(() => expect(sent).toHaveLength(1))
  await pressInToast('Undo')
  await waitFor(() => expect(undone).toHaveLength(1))
})

it('who was asked is asked nothing more, and is found under Waiting for Them', async () => {
  set(2, { askedAt, waitedOnThem: 2 * 3600 })
  api.routes['GET /api/admin/users/2/questions'] = {
    body: [
      {
        id: 42,
        words: 'Please confirm your phone number.',
        fileName: null,
        state: 'open',
        askedAt,
        askedBy: 'Ada Park',
        endedAt: null,
        answer: null,
      },
    ],
  }
  await show('/admin/users')
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Waiting for Them')
  await screen.findByText('1 user')
  await userEvent.click(screen.getByRole('button', { name: 'Ann Lee' }))
  const questions = within(await screen.findByRole('region', { name: 'Questions' }))
  expect(await questions.findByText('Please confirm your phone number.')).toBeVisible()
  expect(questions.getByText('Waiting for their answer.')).toBeVisible()
  expect(questions.getByText('Paused for 2 hours.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Ask Ann Lee' })).toBeNull()
  await press('q')
  expect(screen.queryByRole('dialog', { name: 'Ask Ann Lee' })).toBeNull()
})

it('says why a question was refused, and stays with the person', async () => {
  api.routes['POST /api/admin/users/2/questions'] = fakeRefusal(
    409,
    'This person already has an open question.',
  )
  await show('/admin/users?status=pending&open=2')
  await userEvent.click(await panel('Ann'))
  await within(await dialog('Ann')).findByRole('radio', { name: defaultReasons.question[0] })
  await press('1{Enter}')
  await waitFor(() =>
    expect(shownToast()).toEqual([
      'The question was not sent',
      'This person already has an open question.',
    ]),
  )
  expect(await panel('Ann')).toBeVisible()
})
