import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { defaultReasons } from '@shared/decisions'
import type { ListedUser } from '@shared/users'
import { DecisionKeys } from '@/app/decision-keys'
import { askForReason } from '@/lib/decisions'
import {
  fakePage,
  fakeRefusal,
  installFakeApi,
  pressInToast,
  shownToast,
} from '@tests/support/client/fake-api'
import { fakeListedUser } from '@tests/support/client/fake-records'
import { fill } from '@tests/support/client/fill'
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

describe('a question', () => {
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

  it('Q asks, the review goes on with the next person, and Z takes the question back', async () => {
    await show('/admin/users?status=pending&open=2')
    await panel('Ann')
    await press('q')
    const form = within(await dialog('Ann'))
    await form.findByRole('radio', { name: defaultReasons.question[0] })
    expect(form.queryByRole('radio', { name: 'No reason' })).toBeNull()
    await userEvent.click(form.getByRole('button', { name: 'Ask' }))
    await form.findByText('Choose a question, or write your own.')
    expect(sent).toEqual([])
    await waitFor(() => expect(form.getAllByRole('radio')[0]).toHaveFocus())
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

  it('after W, too, the review goes on with the next person', async () => {
    api.routes['PUT /api/admin/users/2/snooze'] = () => {
      users = users.filter(({ id }) => id !== 2)
      return { body: build(2, 'Ann') }
    }
    await show('/admin/users?status=pending&open=2')
    await panel('Ann')
    await press('w')
    await screen.findByLabelText('Back in the queue on')
    await userEvent.click(screen.getByRole('button', { name: 'Set Aside' }))
    await panel('Ben')
    expect(screen.queryByRole('button', { name: 'Ask Ann Lee' })).toBeNull()
  })

  it('the button between Approve and Reject asks, and so does Undo in the toast undo it', async () => {
    await show('/admin/users?open=2')
    await userEvent.click(await panel('Ann'))
    const labels = (
      await screen.findAllByRole('button', { name: /^(Approve|Ask|Reject) Ann Lee$/ })
    )
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
})
const path = '/api/admin/rejection-reasons'

/** The dialog, which every page has. */
async function askWhy(first = defaultReasons.file[0]) {
  const { user } = renderPage(null)
  const answered = askForReason({ kind: 'file', name: 'report.pdf', of: 4 })
  await screen.findByRole('radio', { name: first })
  return { user, answered }
}

const box = () => screen.getByRole('textbox', { name: /^Or in your own words/ })
const rejects = () => screen.getByRole('button', { name: 'Reject' })

const edited = ['Too dark.', 'Cut off.']

describe('the reasons of a rejection', () => {
  beforeEach(() => {
    api.routes[`GET ${path}`] = { body: defaultReasons }
  })

  it('a number chooses a reason, words go after it, and Enter rejects', async () => {
    const { user, answered } = await askWhy()
    await user.keyboard('3')
    expect(screen.getByRole('radio', { name: defaultReasons.file[2] })).toBeChecked()
    await user.keyboard('Page 2 is blank.{Shift>}{Enter}{/Shift}So is page 3.{Enter}')
    expect((await answered)?.words).toBe(
      `${defaultReasons.file[2]}\nPage 2 is blank.\nSo is page 3.`,
    )
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('nothing is chosen for anyone: Enter rejects no one before there is an answer', async () => {
    const { user, answered } = await askWhy()
    const radios = screen.getAllByRole('radio')
    expect(radios[0]).toHaveFocus()
    for (const radio of radios) expect(radio).not.toBeChecked()
    await user.keyboard('{Enter}{Control>}{Enter}{/Control}')
    expect(await screen.findByText('Choose a reason, or write your own.')).toBeVisible()
    expect(screen.getByRole('dialog', { name: 'Reject report.pdf' })).toBeVisible()
    await user.click(box())
    await user.keyboard('   {Enter}')
    await user.keyboard('Cut off')
    expect(screen.queryByText('Choose a reason, or write your own.')).toBeNull()
    await user.keyboard('{Enter}')
    expect((await answered)?.words).toContain('Cut off')
  })

  it('no reason is the last choice, and has to be chosen; Cancel does not reject', async () => {
    const { user, answered } = await askWhy()
    expect(screen.getAllByRole('radio').at(-1)).toHaveAccessibleName('No reason')
    await user.keyboard('0')
    await user.click(rejects())
    expect((await answered)?.words).toBe('')
    const again = askForReason({ kind: 'file', name: 'report.pdf', of: 4 })
    await screen.findByRole('dialog', { name: 'Reject report.pdf' })
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await again).toBeNull()
  })

  it.each([
    ['Score of 640, see page 2.', null],
    ['30 days are over.', null],
    ['90 days are over.', null],
    ['2Call us.', defaultReasons.file[1]],
    ['#2 is missing', null],
  ])('%s is written without losing a letter', async (typed, chosen) => {
    const { user, answered } = await askWhy()
    await user.keyboard(typed.replace('#', '{Shift>}#{/Shift}'))
    await user.keyboard('{Control>}{Enter}{/Control}')
    const words = chosen ? typed.replace(/^\d/, '') : typed
    expect((await answered)?.words).toBe([chosen, words].filter(Boolean).join('\n'))
  })

  it('a number key chooses by its place as well, and Ctrl+Enter sends from anywhere', async () => {
    const { answered } = await askWhy()
    const [radio] = screen.getAllByRole('radio')
    if (!radio) throw new Error('There are no reasons.')
    fireEvent.keyDown(radio, { key: 'é', code: 'Digit2' })
    expect(screen.getByRole('radio', { name: defaultReasons.file[1] })).toBeChecked()
    fireEvent.keyDown(radio, { key: '1', code: 'Digit1', ctrlKey: true })
    fireEvent.keyDown(rejects(), { key: 'Enter', metaKey: true })
    expect((await answered)?.words).toBe(defaultReasons.file[1])
  })

  it('the reasons are edited as lines, and then chosen from', async () => {
    const { user, answered } = await askWhy()
    await user.keyboard('So dark.')
    await user.click(screen.getByRole('button', { name: 'Edit Reasons' }))
    expect(screen.getByLabelText('Reasons')).toHaveValue(defaultReasons.file.join('\n'))
    api.routes[`PATCH ${path}/file`] = ({ body }) => {
      expect(body).toEqual({ reasons: edited })
      return { body: { ...defaultReasons, file: edited } }
    }
    fill('Reasons', 'Too dark.\n\n Cut off. ')
    await user.click(screen.getByRole('button', { name: 'Save Reasons' }))
    await screen.findByRole('radio', { name: 'Cut off.' })
    expect(screen.getAllByRole('radio')).toHaveLength(3)
    await waitFor(() => expect(shownToast()).toEqual(['Reasons saved']))
    expect(box()).toHaveValue('So dark.')
    await user.keyboard('2{Enter}')
    expect((await answered)?.words).toBe('Cut off.\nSo dark.')
  })

  it('questions have a list of their own, and none that asks nothing', async () => {
    const { user } = renderPage(null)
    const answered = askForReason({ kind: 'question', name: 'Ada Park', of: 7 })
    await screen.findByRole('radio', { name: defaultReasons.question[0] })
    expect(screen.getByRole('dialog', { name: 'Ask Ada Park' })).toBeVisible()
    expect(screen.queryByRole('radio', { name: 'No reason' })).toBeNull()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Choose a question, or write your own.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Edit Questions' }))
    api.routes[`PATCH ${path}/question`] = { body: { ...defaultReasons, question: ['Why?'] } }
    fill('Questions', 'Why?')
    await user.click(screen.getByRole('button', { name: 'Save Questions' }))
    await screen.findByRole('radio', { name: 'Why?' })
    await user.keyboard('1{Enter}')
    expect((await answered)?.words).toBe('Why?')
  })

  it('the reasons can be as they were again', async () => {
    api.routes[`GET ${path}`] = { body: { ...defaultReasons, file: edited } }
    api.routes[`DELETE ${path}/file`] = { body: defaultReasons }
    const { user } = await askWhy(edited[0])
    await user.click(screen.getByRole('button', { name: 'Edit Reasons' }))
    // More than nine, which could not be saved.
    fill('Reasons', Array.from({ length: 10 }, (_, index) => `Reason ${index}.`).join('\n'))
    await user.click(screen.getByRole('button', { name: 'Restore Original Reasons' }))
    expect(await screen.findByRole('radio', { name: defaultReasons.file[0] })).toBeVisible()
  })

  it('what was typed is kept until the decision is taken, for the one it is about', async () => {
    const { user, answered } = await askWhy()
    await user.keyboard('Cut off.{Enter}')
    const answer = await answered
    void askForReason({ kind: 'file', name: 'report.pdf', of: 5 })
    await waitFor(() => expect(box()).toHaveValue(''))
    void askForReason({ kind: 'file', name: 'report.pdf', of: 4 })
    await waitFor(() => expect(box()).toHaveValue('Cut off.'))
    void askForReason({ kind: 'file', name: 'report.pdf', of: 5 })
    answer?.forget()
    await waitFor(() => expect(box()).toHaveValue(''))
    await waitFor(() => expect(Object.values(sessionStorage).join()).not.toContain('Cut off.'))
  })
})
