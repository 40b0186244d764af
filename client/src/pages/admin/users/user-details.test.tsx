import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { installFakeApi } from '@tests/support/client/fake-api'
import { fakeListedUser } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { ContactLinks } from '../person/contact-links'
import { RareActions, UserFacts } from './user-details'

const api = installFakeApi()

const user = fakeListedUser({ phoneNumber: '303.555.0111' })

it('says by what the person may be contacted now, and what they withdrew', async () => {
  const said = { ip: null, source: 'account', at: user.createdAt, currentText: '', agreedText: '' }
  const state = (kind: string, isGiven: boolean, more = {}) => ({ ...said, kind, isGiven, ...more })
  api.routes['GET /api/admin/users/2/consents'] = () => ({
    body: [
      state('calls', true),
      state('texts', false),
      state('email', true),
      state('recording', false, { at: null }),
    ],
  })
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

it('offers an email and a call, and apart from them what is done rarely', () => {
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
  const call = screen.getByRole('link', { name: 'Call Zoë Núñez' })
  expect(call).toHaveAttribute('href', 'tel:+13035550111')
  const mail = screen.getByRole('link', { name: 'Email Zoë Núñez' })
  expect(mail).toHaveAttribute('href', 'mailto:zoe@example.com')
  const names = screen.getAllByRole('button').map((button) => button.textContent)
  expect(names).toEqual(['End Sessions', 'Delete User'])
})
