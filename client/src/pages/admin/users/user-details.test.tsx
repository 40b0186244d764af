import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { EmailChangeRequest, RareActions, UserFacts } from './user-details'
import { getToasts } from '@/lib/toast-store'
import { fakePage, fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { fakeListedUser, fakeMessage, fakeReviewedFile } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { ContactLinks } from '../contact-links'
import { UsersPage } from './users-page'
import { useState } from 'react'
import type { Note } from '@shared/notes'
import type { PersonReferrals as Found } from '@shared/referred-people'
import { NotesSection } from '@/features/notes/notes-section'
import { PersonReferrals } from '@/features/referrals/person-referrals'
import { SetAside } from '@/features/users/set-aside'
import { fill } from '@tests/support/client/fill'
import { PersonHistory } from '../person/person-history'
import { useNextPerson, usePerson } from '../person/use-person-actions'

const api = installFakeApi()
const user = fakeListedUser({ phoneNumber: '303.555.0111' })
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const select = async () =>
  userEvent.click(await screen.findByRole('checkbox', { name: 'Select Zoë Núñez' }))
const selection = () => within(screen.getByRole('region', { name: 'Selection' }))

function LinksOfTwo() {
  const [isOther, setIsOther] = useState(false)
  const other = { ...user, id: 3, firstName: 'Ada', email: 'ada@example.com' }
  return (
    <>
      <button type="button" onClick={() => setIsOther(!isOther)}>
        {isOther ? 'Zoë instead of Ada' : 'Ada instead of Zoë'}
      </button>
      <ContactLinks person={isOther ? other : user} />
    </>
  )
}

describe('facts of a person', () => {
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

    it('writes an email beside the person, as they get it, keeps the draft, and takes the email back', async () => {
      const wish = { name: 'Zoë Núñez', emails: 'agreed', status: 'pending' }
      const sender = { source: 'settings', from: 'office@mail.example' }
      const words = { subject: 'Your report', body: 'Hi {{firstName}}' }
      Object.assign(api.routes, {
        'GET /api/admin/settings/email': { body: { sender } },
        'GET /api/admin/email-templates': { body: [] },
        'GET /api/admin/emails/recipient': { body: { ...wish, values: { firstName: 'Zoë' } } },
        'POST /api/admin/emails': { status: 201, body: { id: 7 } },
        'POST /api/admin/emails/7/cancel': { body: { id: 7 } },
      })
      const { user: reader } = renderPage(<LinksOfTwo />, '/admin/users')
      await reader.keyboard('e')
      const about = { name: 'Email Zoë Núñez' }
      const dialog = await screen.findByRole('dialog', about)
      await within(dialog).findByLabelText('Subject')
      expect(within(dialog).getByLabelText('Recipient Email')).toHaveValue('zoe@example.com')
      fill('Subject', words.subject, within(dialog))
      fill('Message', words.body, within(dialog))
      const preview = await within(dialog).findByRole('region', { name: 'Preview' })
      expect(preview).toHaveTextContent('Hi Zoë')
      // The review goes on to someone else; the email stays with this person.
      fireEvent.click(screen.getByText('Ada instead of Zoë'))
      expect(screen.getByRole('dialog', about)).toBe(dialog)
      expect(within(dialog).getByLabelText('Message')).toHaveValue(words.body)
      fireEvent.click(screen.getByText('Zoë instead of Ada'))
      await reader.click(within(dialog).getByRole('button', { name: 'Close' }))
      expect(screen.queryByRole('dialog')).toBeNull()
      await reader.click(screen.getByRole('button', about))
      expect(await screen.findByLabelText('Message')).toHaveValue(words.body)
      await reader.click(screen.getByLabelText('Message'))
      await reader.keyboard('{Control>}{Enter}{/Control}')
      await screen.findByText('Email queued')
      expect(screen.queryByRole('dialog')).toBeNull()
      const sent = { to: 'zoe@example.com', ...words, isHeld: true }
      expect(api.requests).toContainEqual({ method: 'POST', path: '/api/admin/emails', body: sent })
      await reader.click(screen.getByRole('button', { name: 'Undo' }))
      await screen.findByText('Email canceled')
    })

    it('offers a call, and apart from them what is done rarely', async () => {
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
      const names = screen.getAllByRole('button').map((button) => button.textContent)
      expect(names).toEqual(['Email', 'Record a STOP', 'End Sessions', 'Delete User'])
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
      await click('Referrers, remove filter')
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
})

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const showReferrals = () => renderPage(<PersonReferrals userId={3} />, '/admin/users?open=3')
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

describe('sections of a person', () => {
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
      showReferrals()
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
      showReferrals()
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
      showReferrals()
      await press('Remove Referrer')
      await screen.findByLabelText('Reason')
      fill('Reason', 'A mistake')
      await press('Remove Referrer')
      await waitFor(() => expect(shownToast()).toEqual(['Referrer removed']))
      expect(await screen.findByText('No one')).toBeVisible()
    })

    it('is said to be a link that no one has claimed, and can be taken back', async () => {
      found = { ...found, referredAs: { ...referredAs, referrer: null } }
      showReferrals()
      expect(await screen.findByText(/a link that no one has claimed/)).toBeVisible()
      expect(screen.getByRole('button', { name: 'Remove Referrer' })).toBeVisible()
    })

    it('can’t be changed once a payout has included it', async () => {
      found = { ...found, canChange: false }
      showReferrals()
      expect(await screen.findByText(/can’t be changed anymore/)).toBeVisible()
      expect(screen.queryByRole('button')).toBeNull()
    })
  })

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
})

describe('the history of a person', () => {
  it('has the words of texts and messages, opens an email, and answers a message in place', async () => {
    const message = fakeMessage({ id: 7 })
    const at = user.createdAt
    const entries = () => [
      { at, text: { id: 3, status: 'delivered', body: 'Please call us.' } },
      { at, message },
      { at, mail: { id: 5, recipient: user.email, subject: 'Welcome', status: 'sent' } },
    ]
    Object.assign(api.routes, {
      'GET /api/admin/users/2/history': () => ({ body: entries() }),
      'GET /api/admin/emails/5/text': { body: { text: 'Hi Zoë,\nWelcome.' } },
      'GET /api/admin/messages/7': { body: message },
      'GET /api/mail-status': { body: { configured: true } },
      'PATCH /api/admin/messages/7/status': () => {
        message.status = 'read'
        return { body: message }
      },
      'POST /api/admin/messages/7/reply': () => {
        message.status = 'done'
        return { status: 201, body: message }
      },
    })
    renderPage(<PersonHistory user={user} />, '/admin/users?open=2')
    expect(await screen.findByText('Please call us.')).toBeVisible()
    expect(screen.getByText(/I sent it/)).toBeVisible()

    await click('Email: Welcome')
    const mail = screen.getByRole('dialog', { name: 'Welcome' })
    expect(await within(mail).findByText(/Hi Zoë,/)).toBeVisible()
    await userEvent.click(within(mail).getByRole('button', { name: 'Close' }))

    await click('Message: Where is my report?')
    await userEvent.click(await screen.findByRole('button', { name: 'Reply by Email' }))
    fill(`Reply to ${user.email}`, 'We have it.')
    await click('Send Reply')
    await waitFor(() => expect(shownToast()[0]).toBe('Reply queued'))
    const panel = screen.getByRole('dialog')
    await userEvent.click(within(panel).getByRole('button', { name: 'Close' }))
    expect(await screen.findByText('Done')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

it('someone is set aside until a business day with a note, and put back', async () => {
  const sent: unknown[] = []
  api.routes['PUT /api/admin/users/2/snooze'] = ({ body }) => {
    sent.push(body)
    return { body: user }
  }
  api.routes['DELETE /api/admin/users/2/snooze'] = () => ({ body: user })
  const { unmount } = renderPage(<SetAside user={user} />, '/admin/users')
  await userEvent.keyboard('w')
  const day = await screen.findByLabelText('Back in the queue on')
  expect(day).toHaveFocus()
  const offered = within(day).getAllByRole('option')
  expect(offered.map(({ textContent }) => textContent).join()).not.toMatch(/Sat|Sun/)
  fill('Note (optional)', 'Call again.')
  await click('Set Aside')
  await waitFor(() => expect(shownToast()[0]).toBe('Zoë Núñez is set aside'))
  expect(sent).toEqual([{ until: offered[0]?.getAttribute('value'), note: 'Call again.' }])

  unmount()
  const aside = { ...user, snoozedUntil: '2026-12-07T05:00:00.000Z' }
  renderPage(<SetAside user={aside} />, '/admin/users')
  expect(screen.getByText('Set aside until Mon, Dec 7')).toBeVisible()
  await click('Put Back Now')
  await waitFor(() => expect(shownToast()[0]).toBe('Zoë Núñez is back in the queue'))
})
