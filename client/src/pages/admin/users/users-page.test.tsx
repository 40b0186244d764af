import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Route, useLocation } from 'wouter'
import type { ListedUser } from '@shared/users'
import { usersColumns } from '@/features/users/users-columns'
import { formatDate, formatDateTime } from '@/lib/format'
import { DataTable } from '@/ui/table'
import {
  fakePage,
  fakeRefusal,
  holdFetch,
  installFakeApi,
  shownToast,
} from '@tests/support/client/fake-api'
import { fakeListedUser, fakeReviewedFile } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { UsersPage } from './users-page'

const api = installFakeApi()

const other = fakeListedUser({ id: 1, firstName: 'Ben', lastName: 'Okafor', status: 'approved' })
const picture = fakeReviewedFile({ id: 7, fileName: 'score.png', fileType: 'image/png', userId: 2 })
const approvedWithDocument = ['Status updated successfully', 'Approved Zoë Núñez and 1 document']

const finding = {
  score: 758,
  model: 'FICO Score 8',
  reportDate: '2026-11-05',
  isNameRead: true,
  proof: 'report',
  canCall: true,
}
const twins = [{ kind: 'same-person', about: 'Ann Lee', count: 1 }]
const verdicts = [
  { id: 2, finding, concerns: [] },
  { id: 1, finding: { ...finding, score: null, proof: 'photo', canCall: false }, concerns: twins },
]
const settles = { files: [{ id: 7, version: picture.version }], credentials: [], score: null }

let users: ListedUser[]
let decisions: unknown[]

beforeEach(() => {
  users = [fakeListedUser(), other]
  decisions = []
  api.routes['GET /api/admin/users'] = ({ url }) => {
    const status = url.searchParams.get('status')
    return fakePage(users.filter((user) => !status || user.status === status))
  }
  api.routes['PATCH /api/admin/users/2/status'] = ({ body }) => {
    decisions.push(body)
    users = [fakeListedUser({ status: 'approved' }), other]
    return { body: { ...users[0], decisionId: 31 } }
  }
  api.routes['GET /api/admin/users/verdicts'] = { body: verdicts }
  api.routes['GET /api/admin/users/bounce-marks'] = () => ({ body: { marked: [2] } })
  api.routes['GET /api/admin/credentials/overview'] = () => fakePage([])
  api.routes['GET /api/admin/files'] = () => fakePage([picture])
  api.routes['GET /api/admin/decision-basis/user/2'] = {
    body: { settles, finding: null, concerns: [] },
  }
  api.routes['POST /api/admin/generate-file-token'] = () => ({ body: { token: 't' } })
  api.routes[`HEAD /uploads/${picture.uploadKey}/score.png`] = () => ({})
})

async function show(address = '/admin/users') {
  renderPage(<UsersPage />, address)
  await screen.findByText(/\d users?$/)
}

/** Until the document is visible: then a key may decide about it. */
const seePicture = async () => fireEvent.load(await screen.findByAltText('Preview of score.png'))

/** The page, and a way out of it. */
function LeavingPage() {
  const [, navigate] = useLocation()
  return (
    <>
      <button type="button" onClick={() => navigate('/admin/email')}>
        Leave
      </button>
      <Route path="/admin/users" component={UsersPage} />
    </>
  )
}

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('the list', () => {
  it('offers no decision that is already made, and tells the verdict and bounced emails', async () => {
    users.push(fakeListedUser({ id: 3, firstName: 'Ann', lastName: 'Lee', status: 'rejected' }))
    await show()
    expect(screen.getByRole('button', { name: 'Approve Zoë Núñez' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Reject Ben Okafor' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Approve Ben Okafor' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Approve Ann Lee' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Reject Ann Lee' })).toBeNull()
    const twin = await screen.findByText(/May be the same person as Ann Lee/)
    expect(twin.closest('tr')).toHaveTextContent('Ben Okafor')
    const bounced = await screen.findByText('Email bounced')
    expect(bounced.closest('tr')).toHaveTextContent('Zoë Núñez')
  })

  it('keeps the focus on the person when the pressed button goes', async () => {
    await show()
    await click('Approve Zoë Núñez')
    await waitFor(() => expect(shownToast()).toEqual(approvedWithDocument))
    expect(decisions).toEqual([{ status: 'approved', basedOn: 'pending', accepts: [], settles }])
    await waitFor(() => expect(screen.getByRole('button', { name: 'Zoë Núñez' })).toHaveFocus())
  })

  it('takes the second half of a double click, under which Reject is by then, for nothing', async () => {
    await show()
    await click('Approve Zoë Núñez')
    await waitFor(() => expect(shownToast()).toEqual(approvedWithDocument))
    fireEvent.click(screen.getByRole('button', { name: 'Reject Zoë Núñez' }), { detail: 2 })
    expect(screen.queryByRole('dialog')).toBeNull()
    await click('Reject Zoë Núñez')
    expect(await screen.findByRole('dialog', { name: 'Reject Zoë Núñez' })).toBeVisible()
  })

  it('says so while there is no one', async () => {
    users = []
    await show()
    expect(screen.getByText('No users yet')).toBeVisible()
  })

  it('searches for the name that was probably meant', async () => {
    api.routes['GET /api/admin/users'] = ({ url }) => {
      if (url.searchParams.get('search') !== 'Nunex Zoe') return fakePage(users)
      return { ...fakePage([]), headers: { 'X-Total-Count': '0', 'X-Near-Search': 'Nunez%20Zoe' } }
    }
    await show('/admin/users?search=Nunex+Zoe')
    await click('Did you mean Nunez Zoe?')
    expect(await screen.findByRole('button', { name: 'Zoë Núñez' })).toBeVisible()
    expect(screen.getByRole('searchbox')).toHaveValue('Nunez Zoe')
    expect(screen.getByRole('searchbox')).toHaveFocus()
    expect(window.location.search).toBe('?search=Nunez+Zoe')
  })

  it('says why a decision failed', async () => {
    api.routes['PATCH /api/admin/users/2/status'] = () => fakeRefusal(500, '')
    await show()
    await click('Approve Zoë Núñez')
    const failed = ['Failed to update user status', 'Please try again']
    await waitFor(() => expect(shownToast()).toEqual(failed))
  })

  it('asks before it deletes, and says how that went', async () => {
    const confirm = vi.fn(() => false)
    vi.stubGlobal('confirm', confirm)
    await show()
    await click('Delete Zoë Núñez')
    const whatGoes =
      'This removes their details, their documents with every earlier version and backup copy, their shared logins, our emails to them, and their sessions. It can’t be undone. The audit trail keeps a record of the deletion.'
    const question = `Are you sure you want to delete user Zoë Núñez?\n\n${whatGoes}`
    expect(confirm).toHaveBeenLastCalledWith(question)
    expect(api.calls.filter((call) => !call.startsWith('GET'))).toEqual([])

    confirm.mockReturnValue(true)
    api.routes['DELETE /api/admin/users/2'] = () => fakeRefusal(503, 'The portal is busy.')
    await click('Delete Zoë Núñez')
    const failed = ['Error', 'Failed to delete user: The portal is busy.']
    await waitFor(() => expect(shownToast()).toEqual(failed))
    api.routes['DELETE /api/admin/users/2'] = () => {
      users = [other]
      return { body: { message: 'User deleted' } }
    }
    await click('Delete Zoë Núñez')
    await waitFor(() => expect(shownToast()).toEqual(['User deleted']))
    expect(await screen.findByText('1 user')).toBeVisible()
  })
})

describe('the details', () => {
  it('show the person, the newest document, and the decision', async () => {
    await show('/admin/users?open=2')
    const panel = await screen.findByRole('dialog', { name: 'Zoë Núñez' })
    expect(within(panel).getByText('zoe', { exact: false })).toBeVisible()
    const titles = within(panel).getAllByRole('heading', { level: 3 })
    const names = titles.map(({ textContent }) => textContent)
    expect(names.indexOf('History')).toBe(names.indexOf('Notes') + 1)
    expect(await within(panel).findByAltText('Preview of score.png')).toHaveAttribute(
      'src',
      `/uploads/${picture.uploadKey}/score.png?token=t`,
    )
    await userEvent.click(within(panel).getByRole('button', { name: 'Approve Zoë Núñez' }))
    await waitFor(() => expect(decisions).toHaveLength(1))
  })

  it('offer what mends a document whose bytes are missing', async () => {
    api.routes[`HEAD /uploads/${picture.uploadKey}/score.png`] = () => fakeRefusal(404, '')
    await show('/admin/users?open=2')
    await userEvent.click(await screen.findByRole('button', { name: 'Fix It' }))
    const dialog = screen.getByRole('dialog', { name: 'Fix a Missing File' })
    expect(within(dialog).getByRole('button', { name: 'Try Restore' })).toBeVisible()
  })

  it('give the focus back to the list beside them when they are closed', async () => {
    const wide = { matches: true, addEventListener: () => null, removeEventListener: () => null }
    vi.stubGlobal('matchMedia', () => wide)
    await show()
    await click('Zoë Núñez')
    await userEvent.keyboard('j')
    const panel = screen.getByRole('complementary', { name: 'Ben Okafor' })
    await userEvent.click(within(panel).getByRole('button', { name: 'Close' }))
    expect(panel).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Ben Okafor' })).toHaveFocus()
  })

  it('say of the right person that the sessions are being ended', async () => {
    vi.stubGlobal('confirm', () => true)
    await show('/admin/users?open=2')
    const answer = holdFetch()
    await click('End sessions of Zoë Núñez')
    expect(screen.getByRole('button', { name: 'End sessions of Zoë Núñez' })).toHaveAttribute(
      'aria-busy',
    )
    await userEvent.keyboard('j')
    expect(screen.getByRole('button', { name: 'End sessions of Ben Okafor' })).not.toHaveAttribute(
      'aria-busy',
    )
    answer()
    await seePicture()
  })

  describe('while a decision is under way', () => {
    const third = fakeListedUser({ id: 3, firstName: 'Ann', lastName: 'Lee' })

    beforeEach(() => {
      users = [fakeListedUser(), fakeListedUser({ ...other, status: 'pending' }), third]
    })

    it('can be left for those of someone else', async () => {
      await show('/admin/users?status=pending&open=2')
      await seePicture()
      const answer = holdFetch()
      await userEvent.keyboard('ajj')
      answer()
      await waitFor(() => expect(shownToast()).toEqual(approvedWithDocument))
      expect(window.location.search).toBe('?status=pending&open=3')
    })

    it('can be left for another page', async () => {
      renderPage(<LeavingPage />, '/admin/users?status=pending&open=2')
      await screen.findByText('3 users')
      await seePicture()
      const answer = holdFetch()
      await userEvent.keyboard('a')
      await click('Leave')
      answer()
      await waitFor(() => expect(shownToast()).toEqual(approvedWithDocument))
      expect(window.location.pathname).toBe('/admin/email')
    })
  })

  it('are not decided about with a key before the document is visible', async () => {
    await show()
    const answer = holdFetch()
    await userEvent.keyboard('ja')
    expect(shownToast()).toEqual(['Still loading', 'Wait until you can see it, then approve.'])
    answer()
    // The picture has an address now, and no one has seen it yet.
    await screen.findByAltText('Preview of score.png')
    await userEvent.keyboard('a')
    expect(decisions).toEqual([])
    expect(shownToast()[0]).toBe('score.png is still loading')
    await seePicture()
    await userEvent.keyboard('a')
    await waitFor(() => expect(decisions).toHaveLength(1))
  })

  it('are moved through and decided about with the keyboard', async () => {
    await show('/admin/users?status=pending')
    await userEvent.keyboard('j')
    expect(await screen.findByRole('dialog', { name: 'Zoë Núñez' })).toBeVisible()
    await seePicture()
    await userEvent.keyboard('a')
    await waitFor(() =>
      expect(decisions).toEqual([{ status: 'approved', basedOn: 'pending', accepts: [], settles }]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.keyboard('?')
    const keys = screen.getByRole('dialog', { name: 'Keyboard Shortcuts' })
    expect(within(keys).getByText('Approve the open user')).toBeVisible()
    expect(within(keys).getByText('Find a person, a page, or an action')).toBeVisible()
  })
})

it('compares accounts that may be one person’s, and dismisses all of them with one reason', async () => {
  const path = '/api/admin/users/2/duplicates'
  const account = { ...fakeListedUser(), signs: ['phone'], dismissed: null }
  const others = [
    { ...account, id: 3, name: 'Ann Lee' },
    { ...account, id: 4, name: 'Ann Li', phoneNumber: '', signs: ['email'] },
  ]
  const dismissed = () => api.count(`POST ${path}/dismiss`)
  const answer = () => ({ body: others.slice(dismissed()) })
  api.routes[`GET ${path}`] = answer
  api.routes[`POST ${path}/dismiss`] = answer
  await show('/admin/users?open=2')
  const region = within(await screen.findByRole('region', { name: 'Other accounts' }))
  expect(region.getByText('May be the same person as 2 others')).toBeVisible()
  const rows = region.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows.map((text) => text?.match(/Same/g)?.length ?? 0)).toEqual([0, 0, 1, 1])
  await userEvent.click(region.getByRole('button', { name: 'None Is the Same Person' }))
  await userEvent.type(await region.findByRole('textbox'), 'An office{Enter}')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Other accounts' })).toBeNull())
  const sent = api.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)
  expect(sent).toEqual(
    expect.arrayContaining([3, 4].map((otherId) => ({ otherId, reason: 'An office' }))),
  )
})

const header = (name: string) => screen.queryByRole('columnheader', { name })

const nothing = () => undefined

function showTable(rows: ListedUser[]) {
  render(
    <DataTable
      rows={rows}
      caption="Users"
      density="lines"
      columns={usersColumns({
        sorting: { sort: 'newest', onSort: nothing },
        selection: { isChosen: () => false, toggle: nothing, page: 'none', togglePage: nothing },
        onOpen: nothing,
        isCompact: false,
        busyIds: new Set(),
        onDecide: nothing,
        onDelete: nothing,
        verdicts: () => [],
        isOfStatus: false,
        bounces: new Set(),
      })}
    />,
  )
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

it.each([
  [0.5, 'under 1 hour', 'Waiting under 1 hour.', ''],
  [3, '3 h', 'Waiting 3 hours.', ''],
  [28, '1 d 4 h', 'Waiting 28 hours, longer than 24 hours.', 'text-warning'],
  [80, '3 d 8 h', 'Waiting 3 days, longer than 48 hours.', 'text-danger'],
])('someone who waits for %d hours: %s', (hours, short, words, look) => {
  const createdAt = hoursAgo(hours)
  showTable([fakeListedUser({ createdAt })])
  const full = formatDateTime(createdAt)
  expect(screen.getByText(`${words} Registered ${full}.`)).toBeVisible()
  expect(screen.getByTitle(`Registered ${full}`)).toHaveTextContent(short)
  if (look) expect(screen.getByText(short).parentElement).toHaveClass(look)
})

it.each([
  [{ askedAt: hoursAgo(74.5) }, '5 h', 'Waiting 5 hours, paused until they answer.', 'text-muted'],
  [
    { askedAt: hoursAgo(9.5), waitedOnThem: 65 * 3600 },
    '5 h',
    'Waiting 5 hours, paused until they answer.',
    'text-muted',
  ],
  [
    { waitedOnThem: 50 * 3600 },
    '1 d 6 h',
    'Waiting 30 hours, longer than 24 hours.',
    'text-warning',
  ],
])('the clock stands still while we wait for someone: %j', (asked, short, words, look) => {
  const createdAt = hoursAgo(80)
  showTable([fakeListedUser({ createdAt, ...asked })])
  expect(screen.getByText(`${words} Registered ${formatDateTime(createdAt)}.`)).toBeVisible()
  expect(screen.getByText(short).parentElement).toHaveClass(look)
})

it('shows the date of those who don’t wait', () => {
  const createdAt = hoursAgo(80)
  showTable([
    fakeListedUser({ id: 1, status: 'approved', createdAt }),
    fakeListedUser({ id: 2, isReferrer: true, createdAt }),
  ])
  expect(screen.getAllByText(formatDate(createdAt))).toHaveLength(2)
  expect(screen.queryByText(/Waiting/)).toBeNull()
})

it('is narrowed to those who need a look, in the address too, and has no status column under a status', async () => {
  await show('/admin/users?status=pending')
  expect([header('Status'), header('Score')]).toEqual([null, expect.anything()])
  await userEvent.selectOptions(screen.getByLabelText('Verdict'), 'Needs a look')
  expect(window.location.search).toBe('?status=pending&verdict=look')
  await waitFor(() => expect(api.requests.at(-1)?.path).toMatch(/verdict=look/))
  await click('Needs a look, remove filter')
  expect(window.location.search).toBe('?status=pending')
})
