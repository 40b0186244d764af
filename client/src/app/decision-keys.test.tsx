import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { defaultReasons } from '@shared/decisions'
import type { ListedUser } from '@shared/users'
import { onUndoStart } from '@/lib/use-undo'
import { UsersPage } from '@/pages/admin/users/users-page'
import {
  fakePage,
  fakeRefusal,
  holdFetch,
  installFakeApi,
  pressInToast,
  shownToast,
} from '@tests/support/client/fake-api'
import { fakeListedUser } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { DecisionKeys } from './decision-keys'

const api = installFakeApi()

const build = (id: number, firstName: string) =>
  fakeListedUser({ id, firstName, lastName: 'Lee', email: `${firstName}@example.com` })

let users: ListedUser[]
let decisions: unknown[]
let undone: string[]

beforeEach(() => {
  users = [build(2, 'Ann'), build(1, 'Ben')]
  decisions = []
  undone = []
  api.routes['GET /api/admin/users'] = ({ url }) => {
    const [status, search] = [url.searchParams.get('status'), url.searchParams.get('search')]
    return fakePage(
      users.filter(
        (user) =>
          (!status || user.status === status) && user.email.toLowerCase().includes(search ?? ''),
      ),
    )
  }
  api.routes['GET /api/admin/files'] = () => fakePage([])
  api.routes['GET /api/admin/credentials/overview'] = () => fakePage([])
  api.routes['GET /api/admin/rejection-reasons'] = () => ({ body: defaultReasons })
  for (const { id } of users) {
    api.routes[`PATCH /api/admin/users/${id}/status`] = ({ body }) => {
      decisions.push(body)
      const status = JSON.stringify(body).includes('rejected') ? 'rejected' : 'approved'
      users = users.map((user) => (user.id === id ? { ...user, status } : user))
      return { body: { ...users.find((user) => user.id === id), decisionId: 30 + id } }
    }
    api.routes[`POST /api/admin/decisions/${30 + id}/undo`] = ({ url }) => {
      undone.push(url.pathname)
      users = users.map((user) => (user.id === id ? { ...user, status: 'pending' } : user))
      const name = users.find((user) => user.id === id)?.firstName
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
const question = (name: string) => screen.findByRole('dialog', { name: `Reject ${name} Lee` })
const press = (keys: string) => userEvent.keyboard(keys)
// What the browser makes of Esc.
const pressEscape = (dialog: HTMLElement) =>
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }))

it('A decides nothing before it is known what the person has sent', async () => {
  const answer = holdFetch('/api/admin/credentials')
  await show('/admin/users?status=pending&open=2')
  await screen.findByText('No documents yet')
  await press('a')
  expect(shownToast()).toEqual(['Still loading', 'Wait until you can see it, then approve.'])
  const panel = within(screen.getByRole('dialog', { name: 'Ann Lee' }))
  const approve = panel.getByRole('button', { name: 'Approve Ann Lee' })
  expect(approve).toHaveAttribute('aria-busy', 'true')
  answer()
  await waitFor(() => expect(approve).not.toHaveAttribute('aria-busy'))
  await waitFor(async () => {
    await press('a')
    expect(decisions).toEqual([{ status: 'approved', basedOn: 'pending', accepts: [] }])
  })
})

it('R asks why: a number picks the reason, Enter rejects, and the next one is there', async () => {
  await show('/admin/users?status=pending&open=2')
  await screen.findByText('No documents yet')
  await press('r')
  const [reason = ''] = defaultReasons.user
  await within(await question('Ann')).findByRole('radio', { name: reason })
  await press('1{Enter}')
  await waitFor(() =>
    expect(decisions).toEqual([{ status: 'rejected', basedOn: 'pending', accepts: [], reason }]),
  )
  expect(await screen.findByRole('dialog', { name: 'Ben Lee' })).toBeVisible()
  const said = ['Status updated successfully', `Rejected Ann Lee: ${reason}`]
  await waitFor(() => expect(shownToast()).toEqual(said))
})

it('with single keys turned off a number chooses no reason, and none is shown beside one', async () => {
  localStorage.setItem('single-keys', 'off')
  await show('/admin/users')
  await userEvent.click(screen.getByRole('button', { name: 'Reject Ann Lee' }))
  const form = within(await question('Ann'))
  const reason = await form.findByRole('radio', { name: defaultReasons.user[0] })
  await press('1')
  expect(reason).not.toBeChecked()
  expect(form.queryByText('1')).toBeNull()
  expect(form.queryByText(/Just start typing/)).toBeNull()
})

it('Reject and Enter rejects no one before there is an answer, and Esc rejects no one either', async () => {
  await show('/admin/users')
  await userEvent.click(screen.getByRole('button', { name: 'Reject Ann Lee' }))
  await question('Ann')
  await press('{Enter}')
  expect(decisions).toEqual([])
  await press('0{Enter}')
  await waitFor(() =>
    expect(decisions).toEqual([{ status: 'rejected', basedOn: 'pending', accepts: [] }]),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Reject Ben Lee' }))
  const dialog = await question('Ben')
  pressEscape(dialog)
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(decisions).toHaveLength(1)
})

it('Z undoes the last decision, then the one before, and shows again who it was about', async () => {
  await show('/admin/users?status=pending&open=2')
  await screen.findByText('No documents yet')
  await press('a')
  expect(await screen.findByRole('dialog', { name: 'Ben Lee' })).toBeVisible()
  await screen.findByText('No documents yet')
  await press('a')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('z')
  const said = ['Decision undone', 'Ben is pending again. The email about it was not sent.']
  await waitFor(() => expect(shownToast()).toEqual(said))
  expect(await screen.findByRole('dialog', { name: 'Ben Lee' })).toBeVisible()
  await press('z')
  expect(await screen.findByRole('dialog', { name: 'Ann Lee' })).toBeVisible()
  expect(undone).toEqual(['/api/admin/decisions/31/undo', '/api/admin/decisions/32/undo'])
  await press('z')
  await waitFor(() => expect(shownToast()).toEqual(['Nothing to undo']))
  // A check mark would say that something was done.
  expect(document.querySelector('[role=region] .lucide-circle-check')).toBeNull()
})

it('Z pressed again while an undo is on its way undoes no one else', async () => {
  await show('/admin/users?status=pending')
  for (const name of ['Ann', 'Ben']) {
    await userEvent.click(screen.getByRole('button', { name: `Approve ${name} Lee` }))
    await waitFor(() => expect(shownToast()[1]).toBe(`Approved ${name} Lee`))
  }
  const answer = holdFetch('/api/admin/decisions')
  await press('zz')
  answer()
  await waitFor(() => expect(shownToast()[0]).toBe('Decision undone'))
  expect(undone).toEqual(['/api/admin/decisions/31/undo'])
  await press('z')
  await waitFor(() => expect(undone).toHaveLength(2))
})

it('Z waits for the decision in flight, and undoes that one', async () => {
  await show('/admin/users?open=2')
  await screen.findByText('No documents yet')
  const answer = holdFetch()
  await press('az')
  expect(undone).toEqual([])
  answer()
  await waitFor(() => expect(undone).toEqual(['/api/admin/decisions/32/undo']))
})

it.each([
  { what: 'closes the panel', address: '', act: () => pressEscape(screen.getByRole('dialog')) },
  { what: 'goes on to the next person', address: '?open=1', act: () => press('j') },
])(
  'who $what while an undo is on its way stays there, and is told of it',
  async ({ address, act }) => {
    const undo = api.routes['POST /api/admin/decisions/32/undo']
    let answerLists: (() => void) | undefined
    api.routes['POST /api/admin/decisions/32/undo'] = (call) => {
      answerLists = holdFetch()
      return typeof undo === 'function' ? undo(call) : {}
    }
    await show('/admin/users?open=2')
    await screen.findByText('No documents yet')
    await press('a')
    await waitFor(() => expect(shownToast()[1]).toBe('Approved Ann Lee'))
    // After the page's own: by then it has done what it does.
    const announced = vi.fn()
    onTestFinished(onUndoStart(() => announced))
    await press('z')
    const said = ['Decision undone', 'Ann is pending again. The email about it was not sent.']
    await waitFor(() => expect(shownToast()).toEqual(said))
    await act()
    answerLists?.()
    await waitFor(() => expect(announced).toHaveBeenCalled())
    expect(window.location.search).toBe(address)
    // It moves from the dialog to the page.
    await waitFor(() => expect(shownToast()).toEqual(said))
  },
)

it('the toast offers Undo as well, and says why that is not possible any more', async () => {
  api.routes['POST /api/admin/decisions/32/undo'] = () => fakeRefusal(409, 'This has changed.')
  await show('/admin/users')
  await userEvent.click(screen.getByRole('button', { name: 'Approve Ann Lee' }))
  await waitFor(() =>
    expect(shownToast()).toEqual(['Status updated successfully', 'Approved Ann Lee']),
  )
  await pressInToast('Undo')
  const refused = ['We couldn’t undo this', 'This has changed.']
  await waitFor(() => expect(shownToast()).toEqual(refused))
})

it('Enter in the search box opens the first hit once it is found', async () => {
  await show('/admin/users')
  await press('/ben{Enter}')
  expect(window.location.search).not.toContain('open')
  expect(await screen.findByRole('dialog', { name: 'Ben Lee' })).toBeVisible()
  expect(window.location.search).toBe('?search=ben&open=1')
})
