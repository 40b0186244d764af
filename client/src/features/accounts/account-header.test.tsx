import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { installFakeApi } from '@tests/support/client/fake-api'
import { fakePartner } from '@tests/support/client/fake-records'
import { renderPage } from '@tests/support/client/render-page'
import { AccountHeader } from './account-header'

installFakeApi()

it.each([
  ['Pending', {}],
  ['Approved', { status: 'approved' as const }],
  ['Referrer', { isReferrer: true as const }],
  ['Rejected', { isReferrer: true as const, status: 'rejected' as const }],
])('says %s beside the name', (word, overrides) => {
  const other = { name: 'Account', path: '/account' }
  renderPage(<AccountHeader user={fakePartner(overrides)} other={other} />, '/dashboard')
  const words = screen.getAllByText(/^(Pending|Approved|Rejected|Referrer)$/)
  expect(words.map(({ textContent }) => textContent)).toEqual([word])
})
