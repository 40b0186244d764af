import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { EmailChangeRequest, RareActions, UserFacts } from './user-details'
import { getToasts } from '@/lib/toast-store'
import { fakePage, fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fakeListedUser } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { ContactLinks } from '../review-layout'
import { UsersPage } from './users-page'

const api = installFakeApi()

const user = fakeListedUser({ phoneNumber: '303.555.0111' })
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('what is known of someone', () => {
  it('says by what they may be contacted now, and what they withdrew', async () => {
    const said = { ip: null, source: 'account', at: user.createdAt }
    const state = (kind: string, isGiven: boolean, more = {}) => ({
      ...said,
      currentText: '',
      agreedText: '',
      kind,
      isGiven,
      ...more,
    })
    api.routes['GET /api/admin/users/2/consents'] = {
      body: [
        state('calls', true),
        state('texts', false),
        state('email', true),
        state('recording', false, { at: null }),
      ],
    }
    renderPage(<UserFacts user={user} />, '/admin/users')
    await screen.findByText('Phone calls')
    const items = screen.getByText('Phone calls').closest('ul')?.querySelectorAll('li') ?? []
    expect([...items].map((item) => item.textContent)).toEqual([
      'Yes: Phone calls',
      'No: Text messages (withdrawn)',
      'Yes: Email',
      'No: Call recording',
    ])
  })

  it.each([
    ['calls', 'Call', 'Text'],
    ['texts', 'Text', 'Call'],
  ] as const)('offers only what they agreed to: %s', async (kind, offered, other) => {
    const consents = [{ kind, isGiven: true, at: null, source: null, recordedBy: null }]
    api.routes['GET /api/admin/users/2/consents'] = { body: consents }
    renderPage(
      <>
        <ContactLinks person={user} />
        <UserFacts user={user} />
      </>,
      '/admin/users',
    )
    expect(await screen.findByRole('link', { name: `${offered} Zoë Núñez` })).toBeVisible()
    expect(screen.queryByRole('link', { name: `${other} Zoë Núñez` })).toBeNull()
    const phone = screen.queryByRole('link', { name: '(303) 555-0111' })
    expect(phone !== null).toBe(kind === 'calls')
  })

  it('offers an email and a call, and apart from them what is done rarely', async () => {
    const consent = { kind: 'calls', isGiven: true, at: null, source: null, recordedBy: null }
    api.routes['GET /api/admin/users/2/consents'] = { body: [consent] }
    renderPage(
      <>
        <ContactLinks person={user} />
        <UserFacts user={user} />
        <RareActions user={user} isBusy={false} onDelete={() => null} />
      </>,
      '/admin/users',
    )
    expect(screen.getByText('Zoë Núñez')).toBeVisible()
    expect(screen.getByText('(303) 555-0111')).toBeVisible()
    const call = await screen.findByRole('link', { name: 'Call Zoë Núñez' })
    expect(call).toHaveAttribute('href', 'tel:+13035550111')
    const mail = screen.getByRole('link', { name: 'Email Zoë Núñez' })
    expect(mail).toHaveAttribute('href', 'mailto:zoe@example.com')
    const names = screen.getAllByRole('button').map((button) => button.textContent)
    expect(names).toEqual(['Record a STOP', 'End Sessions', 'Delete User'])
  })
})

it.each([
  [true, 'Email bounced. Call (303) 555-0111'],
  [false, 'Email bounced. They didn’t agree to calls: correct the address.'],
])('says that their email bounced, and what to do: %s', async (isGiven, said) => {
  api.routes['GET /api/admin/users/bounce-marks'] = ({ url }) => {
    expect(url.searchParams.get('ids')).toBe('2')
    return { body: { marked: [2] } }
  }
  const consent = { kind: 'calls', isGiven, at: null, source: null, recordedBy: null }
  api.routes['GET /api/admin/users/2/consents'] = { body: [consent] }
  renderPage(<UserFacts user={user} />, '/admin/users')
  await waitFor(() => expect(screen.getByText(/^Email bounced/)).toHaveTextContent(said))
})

describe('another email that someone wants', () => {
  const newEmail = 'zoe.new@example.com'
  const path = `POST /api/admin/users/2/email-change`
  const show = () =>
    renderPage(<EmailChangeRequest user={user} newEmail={newEmail} />, '/admin/users')

  it.each([
    {
      answer: 'Confirm',
      toast: ['Zoë Núñez’s email was changed', 'They’ve been logged out everywhere.'],
    },
    { answer: 'Decline', toast: ['Zoë Núñez keeps their current email'] },
  ])('gets the answer for the address that is shown: $answer', async ({ answer, toast }) => {
    api.routes[`${path}/${answer.toLowerCase()}`] = ({ body }) => {
      expect(body).toEqual({ newEmail })
      return { body: { message: 'Done' } }
    }
    show()
    await click(`${answer} the new email of Zoë Núñez`)
    await waitFor(() => expect(shownToast()).toEqual(toast))
  })

  it('may not be possible any more, and it is said why', async () => {
    const message = 'Another account now uses this email, so nothing was changed.'
    api.routes[`${path}/confirm`] = () => fakeRefusal(409, message)
    show()
    await click('Confirm the new email of Zoë Núñez')
    await waitFor(() => expect(shownToast()).toEqual(['The email was not changed', message]))
  })
})

it('asks once before two-step login is turned off, and whoever closes that sees no failure', async () => {
  api.routes['GET /api/second-factor'] = { body: { isOn: false, recoveryCodesLeft: 0 } }
  const lost = fakeListedUser({ hasSecondFactor: true })
  renderPage(<RareActions user={lost} isBusy={false} onDelete={() => null} />)
  const button = screen.getByRole('button', { name: 'Turn off two-step login for Zoë Núñez' })
  await userEvent.dblClick(button)
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(shownToast()[0]).toBe('Two-step login was not turned off'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(getToasts()[0]).toMatchObject({ isNeutral: true })
  expect(getToasts()[0]).not.toHaveProperty('variant')
})

const select = async () =>
  userEvent.click(await screen.findByRole('checkbox', { name: 'Select Zoë Núñez' }))

const selection = () => within(screen.getByRole('region', { name: 'Selection' }))

describe('referrers', () => {
  const ben = fakeListedUser({ id: 1, firstName: 'Ben', lastName: 'Okafor', status: 'approved' })
  const referrer = fakeListedUser({ isReferrer: true })

  it('are asked for by a filter, and offered no approval', async () => {
    api.routes['GET /api/admin/users'] = ({ url }) =>
      fakePage(url.searchParams.get('kind') === 'referrer' ? [referrer] : [ben])
    renderPage(<UsersPage />, '/admin/users')
    await screen.findByText('1 user')
    expect(screen.queryByText('Referrer')).toBeNull()
    await click('Show Referrers')
    expect(await screen.findByText('1 referrer')).toBeVisible()
    expect(window.location.search).toBe('?kind=referrer')
    expect(screen.getByText('Referrer')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Approve Zoë Núñez' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Reject Zoë Núñez' })).toBeVisible()
    await click('Remove filter: Referrers')
    expect(await screen.findByText('1 user')).toBeVisible()
  })

  it('are rejected or written to together, not approved', async () => {
    api.routes['GET /api/admin/users'] = () => fakePage([referrer])
    renderPage(<UsersPage />, '/admin/users?kind=referrer')
    await select()
    expect(selection().getByRole('button', { name: 'Reject…' })).toBeVisible()
    expect(selection().queryByRole('button', { name: 'Approve' })).toBeNull()
  })

  it('are skipped where a list mixes them with partners, as the question says', async () => {
    const questions: string[] = []
    vi.stubGlobal('confirm', (question: string) => questions.push(question) < 0)
    api.routes['GET /api/admin/users'] = () => fakePage([ben, referrer])
    renderPage(<UsersPage />, '/admin/users?emailChange=waiting')
    await select()
    await userEvent.click(selection().getByRole('button', { name: 'Approve' }))
    const question =
      'Approve 1 user? Referrers among them are skipped because they haven’t applied.'
    await waitFor(() => expect(questions).toEqual([question]))
  })
})
