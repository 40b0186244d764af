import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Match } from '@shared/matches'
import { fakePage, fakeRefusal, installFakeApi } from '@tests/support/client/fake-api'
import { deskNow, fakeDesk, fakeMatch } from '@tests/support/client/fake-matches'
import { renderPage } from '@tests/support/client/render-page'
import { MatchingPage } from './matching-page'

const api = installFakeApi()
const path = '/api/admin/matches/12'

beforeEach(() => {
  vi.setSystemTime(deskNow)
  api.routes = {
    'GET /api/admin/match-desk': { body: fakeDesk() },
    'GET /api/admin/audit-events': () => fakePage([]),
  }
})
afterEach(() => vi.useRealTimers())

async function show(match: Match) {
  api.routes[`GET ${path}`] = { body: match }
  renderPage(<MatchingPage />, '/admin/matching?open=12')
  return within(await screen.findByRole('dialog', { name: 'Jordan Lee and Ana Rivera' }))
}

describe('the details of an introduction', () => {
  it('say who said what, how to reach them, and what is missing', async () => {
    const { partner, entrepreneur } = fakeMatch().sides
    const sides = {
      partner: { ...partner, note: 'Or any Friday', missing: ['terms'] },
      entrepreneur: entrepreneur && { ...entrepreneur, chosenTimes: [] },
    }
    const uncalled = { ...fakeMatch().partner, mayBeCalled: false }
    const panel = await show(fakeMatch({ sides, partner: uncalled }))
    expect(panel.getByText('Chosen by Jordan')).toBeVisible()
    expect(panel.getByText('Chosen by no one')).toBeVisible()
    const jordan = within(panel.getByRole('region', { name: 'Partner' }))
    expect(jordan.getByText('Tue, Dec 1, 2:00 PM EST')).toBeVisible()
    expect(jordan.getByText('“Or any Friday”')).toBeVisible()
    expect(jordan.getByText('(303) 555-0100')).toBeVisible()
    expect(jordan.queryByRole('link', { name: '(303) 555-0100' })).toBeNull()
    expect(jordan.getByText('Didn’t agree to calls: email them instead')).toBeVisible()
    expect(jordan.getByText('Profile incomplete. Missing: the current terms.')).toBeVisible()
    expect(jordan.getByText('Allowed')).toBeVisible()
    const ana = within(panel.getByRole('region', { name: 'Entrepreneur' }))
    const call = ana.getByRole('link', { name: '(720) 555-0101' })
    expect(call).toHaveAttribute('href', 'tel:+17205550101')
    expect(ana.getByText('None of the times work')).toBeVisible()
    expect(ana.getByText('Not said yet')).toBeVisible()
    expect(ana.getByText('Mountain Time (Denver)')).toBeVisible()
  })

  it('hold the trail', async () => {
    const event = {
      id: 1,
      at: '2026-11-24T15:00:00.000Z',
      action: 'match.times-given',
      object: 'match:12',
      objectName: 'Jordan Lee and Ana Rivera',
      owner: null,
      ip: '127.0.0.1',
      requestId: null,
      details: null,
      decision: null,
      actor: { id: 3, email: 'jordan@partner.example', name: 'Jordan Lee' },
    }
    api.routes['GET /api/admin/audit-events'] = ({ url }) => {
      expect(url.searchParams.get('object')).toBe('match:12')
      return fakePage([event])
    }
    const panel = await show(fakeMatch())
    const trail = within(panel.getByRole('region', { name: 'Trail' }))
    expect(await trail.findByText(/^Answered which times work for the introduction/)).toBeVisible()
    expect(trail.getByRole('link', { name: 'Show in Audit Trail' })).toHaveAttribute(
      'href',
      '/admin/audit?object=match%3A12',
    )
  })

  it('say so when there is no such introduction', async () => {
    api.routes[`GET ${path}`] = () => fakeRefusal(404, 'Not found.')
    renderPage(<MatchingPage />, '/admin/matching?open=12')
    expect(await screen.findByText('There is no such introduction')).toBeVisible()
  })

  it('offer nothing more once it has ended', async () => {
    const panel = await show(
      fakeMatch({
        state: 'ended',
        endedBecause: 'partner-declined',
        need: null,
        canRenewLink: false,
      }),
    )
    expect(panel.getByText('The partner said no')).toBeVisible()
    const buttons = panel.getAllByRole('button').map((button) => button.textContent)
    expect(buttons.filter(Boolean)).toEqual([])
  })
})
