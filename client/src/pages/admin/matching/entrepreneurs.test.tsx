import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakePage, fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fakeDesk, fakeEntrepreneur } from '@tests/support/client/fake-matches'
import { fill, fillAll } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { MatchingPage } from './matching-page'

const api = installFakeApi()
const path = '/api/admin/entrepreneurs'
const luis = fakeEntrepreneur()
const jordan = { id: 12, partner: 'Jordan Lee' }

beforeEach(() => {
  api.routes = {
    'GET /api/admin/match-desk': { body: fakeDesk() },
    [`GET ${path}`]: () => fakePage([luis]),
    [`GET ${path}/8`]: () => ({ body: luis }),
  }
})

const show = (query = '') =>
  renderPage(<MatchingPage />, `/admin/matching?tab=entrepreneurs${query}`)
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

describe('the list of entrepreneurs', () => {
  it('says what they look for, and who is introduced or matched', async () => {
    const rows = [
      luis,
      fakeEntrepreneur({ id: 7, match: { ...jordan, isSucceeded: true } }),
      fakeEntrepreneur({ id: 6, match: { ...jordan, isSucceeded: false }, minScore: null }),
    ]
    api.routes[`GET ${path}`] = () => fakePage(rows)
    show()
    await screen.findAllByText('Luis Ortega')
    const [, ready, matched, introduced] = screen.getAllByRole('row')
    expect(ready).toHaveTextContent(/Luis Ortega.*Ortega Tiles.*Ready.*\$40,000\.00.*700/)
    expect(matched).toHaveTextContent(/Matched/)
    expect(introduced).toHaveTextContent(/Introduced.*Any/)
    expect(screen.getByTitle('Meeting Jordan Lee')).toBeVisible()
  })

  it('is searched and narrowed, and keeps both in the address', async () => {
    show()
    await userEvent.selectOptions(await screen.findByLabelText('Status'), 'In vetting')
    await waitFor(() => expect(api.requests.at(-1)?.path).toBe(`${path}?status=vetting`))
    fill(/^Search/, 'tiles')
    await waitFor(() =>
      expect(api.requests.at(-1)?.path).toBe(`${path}?search=tiles&status=vetting`),
    )
    expect(window.location.search).toBe('?tab=entrepreneurs&status=vetting&search=tiles')
  })

  it('says so when there are none, and when one does not exist', async () => {
    api.routes[`GET ${path}`] = () => fakePage([])
    show('&open=99')
    expect(await screen.findByText('There is no such entrepreneur')).toBeVisible()
    expect(screen.getByText('No entrepreneurs yet')).toBeInTheDocument()
  })
})

describe('the form of an entrepreneur', () => {
  const typed = {
    'First name': 'Ana',
    'Last name': 'Rivera',
    'Business name': 'Rivera Bakery',
    Email: 'ana@bakery.example',
    'US phone number': '(303) 555-0101',
    'Looking for ($)': '$40,000',
    Summary: 'Sourdough for Denver.',
  }
  const sent = {
    firstName: 'Ana',
    lastName: 'Rivera',
    businessName: 'Rivera Bakery',
    email: 'ana@bakery.example',
    phoneNumber: '(303) 555-0101',
    timeZone: 'America/New_York',
    summary: 'Sourdough for Denver.',
    amountCents: 4_000_000,
    minScore: null,
    status: 'vetting',
    notes: '',
  }

  it('adds one, once everything is right', async () => {
    api.routes[`POST ${path}`] = ({ body }) => {
      expect(body).toEqual({ ...sent, timeZone: 'Pacific/Honolulu' })
      return { status: 201, body: fakeEntrepreneur({ id: 9 }) }
    }
    show()
    await press('Add Entrepreneur')
    expect(window.location.search).toBe('?tab=entrepreneurs&open=new')
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Entrepreneur' }))
    const submit = () => userEvent.click(dialog.getByRole('button', { name: 'Add Entrepreneur' }))
    const [first, , , , , , honolulu] = within(dialog.getByLabelText('Time zone')).getAllByRole(
      'option',
    )
    expect(first).toHaveTextContent('Eastern Time (New York)')
    expect(honolulu).toHaveTextContent('Hawaii-Aleutian Standard Time (Honolulu)')
    fill('US phone number', '12345')
    fill(/^Lowest credit score/, '900')
    await submit()
    for (const problem of [
      'First name is required.',
      'Please enter a US phone number with 10 digits.',
      'Please enter an amount like 500 or 1,250.50.',
      'Please enter at most 850.',
      'Please describe the business in a few sentences.',
    ])
      expect(await dialog.findByText(problem)).toBeVisible()
    fillAll(typed)
    fill(/^Lowest credit score/, '')
    fill('Time zone', 'Pacific/Honolulu')
    await submit()
    await waitFor(() => expect(shownToast()).toEqual(['Entrepreneur added']))
    await waitFor(() => expect(window.location.search).toBe('?tab=entrepreneurs'))
  })

  it('keeps what was typed when the email is taken', async () => {
    const taken = 'There’s already an entrepreneur with this email.'
    api.routes[`POST ${path}`] = () => ({
      status: 409,
      body: { message: taken, code: 'conflict', errors: { email: taken } },
    })
    show('&open=new')
    await screen.findByLabelText('First name')
    fillAll(typed)
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Add Entrepreneur' }))
    expect(await dialog.findByText(taken)).toBeVisible()
    expect(dialog.getByLabelText('Last name')).toHaveValue('Rivera')
  })

  it('changes one, and leaves notes alone that no key opens', async () => {
    api.routes[`GET ${path}/8`] = () => ({ body: { ...luis, notes: null } })
    api.routes[`PATCH ${path}/8`] = ({ body }) => {
      expect(body).toMatchObject({ status: 'ready', minScore: 720, amountCents: 4_000_000 })
      expect(body).not.toHaveProperty('notes')
      return { body: { ...luis, minScore: 720 } }
    }
    show()
    await press('Luis Ortega')
    expect(await screen.findByText(/^We can’t open the notes anymore/)).toBeVisible()
    expect(screen.getByLabelText('US phone number')).toHaveValue('(720) 555-0102')
    fill(/^Lowest credit score/, '720')
    await press('Save Changes')
    await waitFor(() => expect(shownToast()).toEqual(['Entrepreneur saved']))
  })

  it('asks before a withdrawal ends an introduction', async () => {
    const asked = vi.fn().mockReturnValueOnce(false).mockReturnValueOnce(true)
    vi.stubGlobal('confirm', asked)
    const introduced = { ...luis, match: { ...jordan, isSucceeded: false } }
    api.routes[`GET ${path}/8`] = () => ({ body: introduced })
    api.routes[`PATCH ${path}/8`] = ({ body }) => {
      expect(body).toMatchObject({ status: 'withdrawn', notes: luis.notes })
      return { body: { ...luis, status: 'withdrawn' } }
    }
    show('&open=8')
    const dialog = within(await screen.findByRole('dialog', { name: 'Luis Ortega' }))
    await userEvent.selectOptions(dialog.getByLabelText('Status'), 'Withdrawn')
    await press('Save Changes')
    expect(api.count(`PATCH ${path}/8`)).toBe(0)
    await press('Save Changes')
    await waitFor(() => expect(shownToast()).toEqual(['Entrepreneur saved']))
    expect(asked).toHaveBeenCalledWith(
      expect.stringMatching(/^This ends the introduction to Jordan Lee\./),
    )
  })

  it('deletes one that is in no introduction, after asking', async () => {
    const asked = vi.fn().mockReturnValueOnce(false).mockReturnValue(true)
    vi.stubGlobal('confirm', asked)
    const refusal = 'This entrepreneur is in an introduction. Please end it first.'
    api.routes[`DELETE ${path}/8`] = () => fakeRefusal(409, refusal)
    show('&open=8')
    await press('Delete')
    expect(api.count(`DELETE ${path}/8`)).toBe(0)
    await press('Delete')
    const failed = ['Error', `Failed to delete entrepreneur: ${refusal}`]
    await waitFor(() => expect(shownToast()).toEqual(failed))
    api.routes[`DELETE ${path}/8`] = { body: { message: 'Entrepreneur deleted' } }
    await press('Delete')
    await waitFor(() => expect(shownToast()).toEqual(['Entrepreneur deleted']))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked).toHaveBeenCalledWith(expect.stringMatching(/^Delete Luis Ortega\?/))
  })
})
