import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Note } from '@shared/notes'
import type { PersonReferrals as Found } from '@shared/referred-people'
import { NotesSection } from '@/features/notes/notes-section'
import { PersonReferrals } from '@/features/referrals/person-referrals'
import { fakePage, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fakeReviewedFile } from '@tests/support/client/fake-records'
import { fill } from '@tests/support/client/fill'
import { renderPage } from '@tests/support/client/render-page'
import { useNextPerson, usePerson } from './use-person-desk'

const api = installFakeApi()
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

describe('a note', () => {
  const path = '/api/admin/users/3/notes'
  const note: Note = {
    id: 7,
    text: 'Called, no answer.\nTry again on Monday.',
    author: 'Portal Administrator',
    createdAt: '2026-11-20T10:00:00.000Z',
    editedAt: null,
  }

  function show(notes: Note[]) {
    api.routes[`GET ${path}`] = { body: notes }
    renderPage(<NotesSection userId={3} />)
  }

  it('is written, and shown with its author', async () => {
    show([])
    expect(await screen.findByText(/^No notes yet\./)).toBeVisible()
    await press('Add Note')
    expect(screen.queryByText(/^No notes yet\./)).toBeNull()
    expect(screen.getByLabelText('Note')).toHaveFocus()
    await press('Save Note')
    await screen.findByText('Please write something.')
    api.routes[`POST ${path}`] = () => {
      api.routes[`GET ${path}`] = { body: [note] }
      return { status: 201, body: note }
    }
    fill('Note', 'Called, no answer.')
    await press('Save Note')
    await screen.findByText(/^Portal Administrator, /)
    expect(screen.queryByRole('form')).toBeNull()
  })

  it('is edited, and says so', async () => {
    show([note])
    await press(/^Edit the note/)
    expect(screen.getByLabelText('Note')).toHaveValue(note.text)
    const edited = { ...note, text: 'Called twice.', editedAt: '2026-11-21T10:00:00.000Z' }
    api.routes['PATCH /api/admin/notes/7'] = () => {
      api.routes[`GET ${path}`] = { body: [edited] }
      return { body: edited }
    }
    fill('Note', 'Called twice.')
    await press('Save Note')
    await screen.findByText('Called twice.')
    expect(screen.getByText(/\(edited /)).toBeVisible()
  })

  it('is deleted once that was confirmed', async () => {
    show([note])
    const asked = vi.fn().mockReturnValueOnce(false).mockReturnValueOnce(true)
    vi.stubGlobal('confirm', asked)
    await press(/^Delete the note/)
    expect(api.count('DELETE /api/admin/notes/7')).toBe(0)
    api.routes['DELETE /api/admin/notes/7'] = () => {
      api.routes[`GET ${path}`] = { body: [] }
      return { body: { message: 'Note deleted' } }
    }
    await press(/^Delete the note/)
    await waitFor(() => expect(screen.queryByText(/Called, no answer/)).toBeNull())
    expect(asked).toHaveBeenCalledWith('Are you sure you want to delete this note?')
  })
})

const show = () => renderPage(<PersonReferrals userId={3} />, '/admin/users?open=3')

describe('who referred someone, and who they referred', () => {
  const sam = {
    id: 3,
    name: 'Sam Torres',
    email: 'sam@partner.example',
    status: 'approved',
  } as const
  const referredAs: NonNullable<Found['referredAs']> = {
    id: 7,
    referred: sam,
    referrer: { id: 2, name: 'Noor Haddad', email: 'noor@partner.example' },
    source: 'link',
    code: 'ABCD2345',
    signedUpAt: '2026-11-20T09:41:00.000Z',
    holds: [],
    rewardCents: 50_000,
  }
  let found: Found
  beforeEach(() => {
    found = { referredAs, canChange: true, made: null }
    api.routes['GET /api/admin/users/3/referrals'] = () => ({ body: found })
  })

  const answerWith = (overrides: Partial<Found>, change: object) => {
    api.routes['PUT /api/admin/users/3/referrer'] = ({ body }) => {
      expect(body).toEqual(change)
      found = { ...found, ...overrides }
      return { body: found }
    }
  }

  it('is linked to, with the outcome', async () => {
    const made = { ...sam, signedUp: 4, approved: 2, lastSignUpAt: null }
    const sums = { earnedCents: 100_000, payableCents: 25_000, paidCents: 75_000 }
    found = { ...found, made: { ...made, ...sums } }
    show()
    const link = await screen.findByRole('link', { name: 'Noor Haddad' })
    expect(link).toHaveAttribute('href', '/admin/users?open=2')
    expect(screen.getByText('4 people, 2 approved')).toBeVisible()
    for (const sum of ['$1,000.00', '$250.00', '$750.00'])
      expect(screen.getByText(sum)).toBeVisible()
  })

  it('is set with a reason', async () => {
    found = { ...found, referredAs: null }
    const change = { referrer: 'noor@partner.example', reason: 'Said on the phone' }
    answerWith({ referredAs }, change)
    show()
    expect(await screen.findByText('No one')).toBeVisible()
    await press('Set Referrer')
    await screen.findByLabelText('Reason')
    fill('Link code or referrer’s email', change.referrer)
    await press('Set Referrer')
    expect(await screen.findByText('Please enter a reason.')).toBeVisible()
    fill('Reason', change.reason)
    await press('Set Referrer')
    await waitFor(() => expect(shownToast()).toEqual(['Referrer set']))
    expect(await screen.findByRole('link', { name: 'Noor Haddad' })).toBeVisible()
  })

  it('is removed with a reason', async () => {
    answerWith({ referredAs: null }, { referrer: null, reason: 'A mistake' })
    show()
    await press('Remove Referrer')
    await screen.findByLabelText('Reason')
    fill('Reason', 'A mistake')
    await press('Remove Referrer')
    await waitFor(() => expect(shownToast()).toEqual(['Referrer removed']))
    expect(await screen.findByText('No one')).toBeVisible()
  })

  it('is said to be a link that no one has claimed, and can be taken back', async () => {
    found = { ...found, referredAs: { ...referredAs, referrer: null } }
    show()
    expect(await screen.findByText(/a link that no one has claimed/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Remove Referrer' })).toBeVisible()
  })

  it('can’t be changed once a payout has included it', async () => {
    found = { ...found, canChange: false }
    show()
    expect(await screen.findByText(/can’t be changed anymore/)).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

/** Goes from person 1 to person 2. */
function Review() {
  const [userId, setUserId] = useState(1)
  const person = usePerson(userId)
  useNextPerson(userId === 1 ? 2 : undefined)
  return (
    <>
      <p>{person.shown?.fileName ?? 'Nothing yet'}</p>
      <p>{person.logins.isSuccess ? 'Logins known' : 'Logins on their way'}</p>
      <button onClick={() => setUserId(2)}>Next</button>
    </>
  )
}

it('the next person’s documents and logins are known before the review goes on to them', async () => {
  const asked: string[] = []
  api.routes['GET /api/admin/credentials/overview'] = () => fakePage([])
  api.routes['GET /api/admin/files'] = ({ url }) => {
    const userId = url.searchParams.get('userId') ?? ''
    asked.push(userId)
    return fakePage([fakeReviewedFile({ fileName: `of-${userId}.pdf` })])
  }
  renderPage(<Review />, '/admin/users')
  expect(await screen.findByText('of-1.pdf')).toBeVisible()
  await waitFor(() => expect(asked).toContain('2'))
  await press('Next')
  expect(screen.getByText('of-2.pdf')).toBeVisible()
  expect(screen.getByText('Logins known')).toBeVisible()
})
