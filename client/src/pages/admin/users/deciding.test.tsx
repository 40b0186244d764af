import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultReasons } from '@shared/decisions'
import { alreadyToldCode } from '@shared/error-codes'
import type { ListedUser } from '@shared/users'
import { DecisionKeys } from '@/app/decision-keys'
import { request } from '@/lib/http'
import { upload } from '@/lib/upload'
import { nameSettled } from '@/lib/use-decide'
import {
  fakePage,
  fakeRefusal,
  holdFetch,
  installFakeApi,
  pressInToast,
  shownToast,
  type FakeRoutes,
} from '@tests/support/client/fake-api'
import { fakeListedUser, fakeReviewedFile } from '@tests/support/client/fake-records'
import { heard } from '@tests/support/client/hear'
import { renderPage } from '@tests/support/client/render-page'
import { UsersPage } from './users-page'

const api = installFakeApi()
const picture = fakeReviewedFile({ id: 7, fileName: 'score.png', fileType: 'image/png', userId: 2 })
const settles = { files: [{ id: 7, version: picture.version }], credentials: [], score: null }
const finding = {
  score: 758,
  model: 'FICO Score 8',
  reportDate: '2026-11-05',
  isNameRead: true,
  proof: 'report',
  canCall: true,
}
const undoPath = 'POST /api/admin/decisions/31/undo'
const approvedWithDocument = ['Status updated successfully', 'Approved Zoë Núñez and 1 document']

let decisions: unknown[]

async function show(address = '/admin/users') {
  renderPage(
    <>
      <UsersPage />
      <DecisionKeys />
    </>,
    address,
  )
  await screen.findByText(/\d users?$/)
}
const seePicture = async () => fireEvent.load(await screen.findByAltText('Preview of score.png'))
const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
const changed = '/api/admin/anything/5'
const replaced = '/api/reupload/7'
const change = (method: (typeof methods)[number]) => request(changed, { method })
const replaceDocument = () =>
  upload(replaced, new File(['%PDF'], 'report.pdf'), {
    onProgress: () => undefined,
    signal: new AbortController().signal,
  })
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const findQuestion = () => screen.findByRole('alertdialog', { name: 'Approve Zoë Núñez?' })

async function approve() {
  await show()
  await click('Approve Zoë Núñez')
  await waitFor(() => expect(shownToast()).toEqual(approvedWithDocument))
}

const lose = () => {
  throw new TypeError('The connection was lost')
}

describe('a decision', () => {
  beforeEach(() => {
    decisions = []
    api.routes['GET /api/admin/users'] = fakePage([fakeListedUser()])
    api.routes['PATCH /api/admin/users/2/status'] = ({ body }) => {
      decisions.push(body)
      return { body: { ...fakeListedUser({ status: 'approved' }), decisionId: 31 } }
    }
    api.routes['GET /api/admin/decision-basis/user/2'] = {
      body: { settles, finding: null, concerns: [] },
    }
    api.routes['GET /api/admin/credentials/overview'] = fakePage([])
    api.routes['GET /api/admin/files'] = fakePage([picture])
    api.routes['POST /api/admin/generate-file-token'] = { body: { token: 't' } }
    api.routes[`HEAD /uploads/${picture.uploadKey}/score.png`] = {}
    const undone = [{ kind: 'user', id: 2, name: 'Zoë Núñez', status: 'pending' }]
    api.routes[undoPath] = { body: { undone, mail: 'held-back' } }
  })

  it('asks once about what speaks against an approval: the button of the row, and A, which approves when pressed again', async () => {
    const concerns = [
      { kind: 'low-score', about: '625', count: 1 },
      { kind: 'name-differs', about: 'SOMEONE ELSE', count: 1 },
      { kind: 'shared-document', about: 'score.png', count: 5 },
      { kind: 'unopened-login', about: 'Score Watch', count: 1 },
    ]
    const low = { ...finding, score: 625, canCall: false }
    const basis = { settles, finding: low, concerns }
    api.routes['GET /api/admin/decision-basis/user/2'] = { body: basis }
    const words = [
      '625 FICO 8, under 680',
      'Name differs: SOMEONE ELSE',
      'Same file as 5 other people',
      'Login not opened',
    ]
    await show()
    await click('Approve Zoë Núñez')
    const question = await findQuestion()
    expect(question).toHaveAccessibleDescription(words.map((word) => `${word}.`).join(' '))
    expect(within(question).getByRole('button', { name: 'Approve Anyway' })).toHaveFocus()
    await click('Cancel')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(decisions).toEqual([])
    cleanup()

    await show('/admin/users?open=2')
    await seePicture()
    const panel = within(screen.getByRole('dialog', { name: 'Zoë Núñez' }))
    for (const word of [...words, 'Nov 5', 'no calls', 'Includes 1 document'])
      expect(await panel.findByText(word)).toBeVisible()
    await userEvent.keyboard('a')
    await findQuestion()
    expect(decisions).toEqual([])
    await userEvent.keyboard('{a>3/}')
    await waitFor(() => expect(decisions).toHaveLength(1))
    const accepts = concerns.map(({ kind }) => kind)
    expect(decisions).toMatchObject([{ accepts, settles }])
  })

  it('shows what is known of them at once, and says it with the name', async () => {
    api.routes['GET /api/admin/users/verdicts'] = { body: [{ id: 2, finding, concerns: [] }] }
    await show()
    const words = '758 FICO 8, Nov 5, name matches'
    expect((await screen.findByText(words)).closest('tr')).toHaveTextContent('Zoë Núñez')
    await userEvent.keyboard('j')
    const panel = within(await screen.findByRole('dialog', { name: 'Zoë Núñez' }))
    expect(panel.getByText('name matches')).toBeVisible()
    await waitFor(() => expect(heard()).toContain(`${words}. 1 of 1`))
  })

  it('asks nothing about someone when someone else was opened meanwhile, and says so', async () => {
    const concerns = [{ kind: 'low-score', about: '625', count: 1 }]
    api.routes['GET /api/admin/decision-basis/user/2'] = { body: { settles, finding, concerns } }
    await show()
    const answer = holdFetch('/api/admin/decision-basis/')
    await click('Approve Zoë Núñez')
    window.history.pushState(null, '', '/admin/users?open=1')
    answer()
    await waitFor(() => expect(shownToast()).toEqual(['Not approved', 'Zoë Núñez']))
    expect([screen.queryByRole('alertdialog'), decisions]).toEqual([null, []])
  })

  it('asks nothing over an email that was begun meanwhile', async () => {
    const concerns = [{ kind: 'low-score', about: '625', count: 1 }]
    Object.assign(api.routes, {
      'GET /api/admin/decision-basis/user/2': { body: { settles, finding, concerns } },
      'GET /api/admin/settings/email': { body: { sender: null } },
      'GET /api/admin/email-templates': { body: [] },
    })
    await show()
    await userEvent.keyboard('j')
    const panel = within(await screen.findByRole('dialog', { name: 'Zoë Núñez' }))
    const answer = holdFetch('/api/admin/decision-basis/')
    await userEvent.click(panel.getByRole('button', { name: 'Approve Zoë Núñez' }))
    await userEvent.keyboard('e')
    await screen.findByRole('dialog', { name: 'Email Zoë Núñez' })
    answer()
    await waitFor(() => expect(shownToast()).toEqual(['Not approved', 'Zoë Núñez']))
    expect([screen.queryByRole('alertdialog'), decisions]).toEqual([null, []])
  })

  it('says what an approval includes, also where that is a score alone', async () => {
    const score = { fileId: 7, score: 742 }
    const alone = { files: [], credentials: [], score }
    api.routes['GET /api/admin/decision-basis/user/2'] = {
      body: { settles: alone, finding: null, concerns: [] },
    }
    await show('/admin/users?open=2')
    await seePicture()
    expect(await screen.findByText('Includes a score of 742')).toBeVisible()
    expect(nameSettled({ ...settles, score })).toEqual(['1 document', 'a score of 742'])
  })

  it('rejects and asks at once, while the document loads: what is typed next goes into that form', async () => {
    api.routes['GET /api/admin/rejection-reasons'] = { body: defaultReasons }
    await show('/admin/users?open=2')
    await screen.findByAltText('Preview of score.png')
    for (const [key, verb] of [
      ['r', 'Reject'],
      ['q', 'Ask'],
    ] as const) {
      await userEvent.keyboard(key)
      const dialog = await screen.findByRole('dialog', { name: `${verb} Zoë Núñez` })
      await within(dialog).findAllByRole('radio')
      await userEvent.keyboard('Mail a clear photo')
      expect(within(dialog).getByRole('textbox')).toHaveValue('Mail a clear photo')
      await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    }
    expect(decisions).toEqual([])
    expect(window.location.pathname).toBe('/admin/users')
  })

  it('undo asks once the person was told, and does nothing after a no', async () => {
    api.routes[undoPath] = ({ url }) =>
      url.searchParams.get('ifUntold')
        ? {
            status: 409,
            body: { code: alreadyToldCode, message: 'Zoë Núñez was already emailed about this.' },
          }
        : {
            body: {
              undone: [{ kind: 'user', id: 2, name: 'Zoë', status: 'pending' }],
              mail: 'sent',
            },
          }
    const confirm = vi.fn(() => false)
    vi.stubGlobal('confirm', confirm)
    await approve()
    await userEvent.keyboard('z')
    const asked =
      'Approved Zoë Núñez and 1 document\n\nZoë Núñez was already emailed about this. Undo it anyway?'
    await waitFor(() => expect(confirm).toHaveBeenCalledWith(asked))
    expect(api.count(undoPath)).toBe(1)
    confirm.mockReturnValue(true)
    await userEvent.keyboard('z')
    const said = [
      'Decision undone',
      'Zoë is pending again. The email about it had already been sent.',
    ]
    await waitFor(() => expect(shownToast()).toEqual(said))
  })

  it('names after a reload what it undoes', async () => {
    await approve()
    vi.resetModules()
    const { getLastAct } = await import('@/lib/use-undo')
    expect(await getLastAct()).toMatchObject({ name: 'Approved Zoë Núñez and 1 document' })
  })

  it('on another page Z names the act, and undoes it while that is on the screen', async () => {
    await approve()
    cleanup()
    renderPage(<DecisionKeys />, '/admin/payouts')
    await userEvent.keyboard('x')
    await pressInToast('Close message').catch(() => undefined)
    await userEvent.keyboard('z')
    const named = ['Your last change was on another page', 'Approved Zoë Núñez and 1 document']
    await waitFor(() => expect(shownToast()).toEqual(named))
    expect(api.count(undoPath)).toBe(0)
    await userEvent.keyboard('z')
    await waitFor(() => expect(shownToast()[0]).toBe('Decision undone'))
  })

  it.each<[string, FakeRoutes[string], () => Promise<unknown>]>([
    ['a change', {}, () => change('PATCH')],
    ['a deletion', {}, () => change('DELETE')],
    ['a setting', {}, () => change('PUT')],
    ['a step', {}, () => change('POST')],
    ['a step whose answer was lost', lose, () => change('POST')],
    [
      'a step that a proxy gave up on',
      { status: 504, text: 'Gateway timeout' },
      () => change('POST'),
    ],
    ['a step whose answer was cut off', { text: '{"id":' }, () => change('POST')],
    ['a document', {}, replaceDocument],
    ['a document whose answer was lost', lose, replaceDocument],
  ])(
    'Z never acts on an older act once %s is newer, which it can’t undo',
    async (_what, route, act) => {
      for (const call of [...methods.map((method) => `${method} ${changed}`), `POST ${replaced}`])
        api.routes[call] = route
      await approve()
      await act().catch(() => undefined)
      await userEvent.keyboard('z')
      const said = [
        'Your last change can’t be undone',
        'The change before it was: Approved Zoë Núñez and 1 document',
      ]
      await waitFor(() => expect(shownToast()).toEqual(said))
      expect(api.count(undoPath)).toBe(0)
    },
  )

  it('Z is not stopped by a change that was refused, or by a look at something', async () => {
    await approve()
    api.routes['POST /api/admin/anything/5'] = fakeRefusal(409, 'No.')
    await request('/api/admin/anything/5', { method: 'POST' }).catch(() => undefined)
    await request('/api/admin/generate-file-token', { method: 'POST', undo: 'none' })
    await userEvent.keyboard('z')
    await waitFor(() => expect(shownToast()[0]).toBe('Decision undone'))
  })
})

const next = fakeListedUser({ id: 3, firstName: 'Ann', lastName: 'Lee' })
const documents = [2, 3].map((userId) =>
  fakeReviewedFile({ id: userId + 5, fileName: 'score.png', fileType: 'image/png', userId }),
)

let users: ListedUser[]

/** Approves the person who is open, with the document. */
async function approveNext(address: string): Promise<void> {
  renderPage(<UsersPage />, address)
  fireEvent.load(await screen.findByAltText('Preview of score.png'))
  await waitFor(() => expect(document.querySelector('aside [aria-busy="true"]')).toBeNull())
  api.requests = []
  await userEvent.keyboard('a')
  const said = ['Status updated successfully', 'Approved Zoë Núñez and 1 document']
  await waitFor(() => expect(shownToast()).toEqual(said))
  const [list] = address.split('&open')
  const isAsked = () => expect(api.requests.map(({ path }) => path)).toContain(`/api${list}`)
  await waitFor(isAsked)
}

const callsSince = () => api.requests.map(({ method, path }) => `${method} ${path}`)

function isSearchedAgain() {
  const paths = api.requests.map(({ path }) => path)
  expect(paths.filter((path) => path === '/api/admin/users?search=zoe')).toHaveLength(2)
}

const isAbout = (userId: number) => (call: string) =>
  call.endsWith(`/user/${userId}`) ||
  call.includes(`/users/${userId}/`) ||
  call.includes(`userId=${userId}`)

describe('the calls of a decision', () => {
  beforeEach(() => {
    users = [fakeListedUser(), next]
    api.routes['GET /api/admin/users'] = ({ url }) => {
      const status = url.searchParams.get('status')
      return fakePage(users.filter((user) => !status || user.status === status))
    }
    api.routes['PATCH /api/admin/users/2/status'] = () => {
      const approved = fakeListedUser({ status: 'approved' })
      users = [approved, next]
      return { body: { ...approved, decisionId: 31 } }
    }
    api.routes['GET /api/admin/credentials/overview'] = () => fakePage([])
    api.routes['GET /api/admin/decision-basis/user/2'] = {
      body: { settles, finding: null, concerns: [] },
    }
    api.routes['GET /api/admin/files'] = ({ url }) =>
      fakePage(documents.filter(({ userId }) => String(userId) === url.searchParams.get('userId')))
    api.routes['POST /api/admin/generate-file-token'] = () => ({ body: { token: 't' } })
    for (const { uploadKey } of documents)
      api.routes[`HEAD /uploads/${uploadKey}/score.png`] = () => ({})
  })

  it('someone who is no longer open is not asked about again', async () => {
    await approveNext('/admin/users?status=pending&open=2')
    await screen.findByAltText('Preview of score.png')
    await screen.findByRole('dialog', { name: 'Ann Lee' })
    const calls = callsSince()
    const own = ['GET /api/admin/decision-basis/user/2', 'PATCH /api/admin/users/2/status']
    expect(calls.filter(isAbout(2))).toEqual(own)
    expect(calls.filter((call) => /users\?|files|credentials/.test(call))).toEqual([
      'GET /api/admin/users?status=pending',
    ])
  })

  it('of someone who stays open, only what the decision has changed is asked for again', async () => {
    await approveNext('/admin/users?sort=oldest&open=2')
    expect(callsSince().toSorted()).toEqual([
      'GET /api/admin/credentials/overview?userId=2',
      'GET /api/admin/decision-basis/file/7',
      'GET /api/admin/decision-basis/user/2',
      'GET /api/admin/files?userId=2',
      'GET /api/admin/users/2/history',
      'GET /api/admin/users/2/referrals',
      'GET /api/admin/users/2/score',
      'GET /api/admin/users/verdicts?ids=2%2C3',
      'GET /api/admin/users?sort=oldest',
      'PATCH /api/admin/users/2/status',
    ])
  })

  it('a list that was asked for before the decision is asked for again after it', async () => {
    renderPage(<UsersPage />, '/admin/users')
    const button = await screen.findByRole('button', { name: 'Approve Zoë Núñez' })
    const answer = holdFetch('/api/admin/users?search')
    await userEvent.type(screen.getByRole('searchbox'), 'zoe')
    await waitFor(() => expect(window.location.search).toBe('?search=zoe'))
    await userEvent.click(button)
    await waitFor(() => expect(shownToast()[1]).toBe('Approved Zoë Núñez and 1 document'))
    answer()
    await waitFor(isSearchedAgain)
  })
})
