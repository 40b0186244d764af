import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderPage, stubFetch } from '@tests/support/client/render-page'
import { SmsPage } from './sms-page'

afterEach(() => vi.unstubAllGlobals())

describe('the SMS page', () => {
  it.each([
    [1, '1', /^partner may be reached/],
    [1234, '1,234', /^partners may be reached/],
    [10_001, '10,000+', /^partners may be reached/],
  ])('says that nothing is configured and how many agreed: %i', async (agreed, count, text) => {
    stubFetch({ 'GET /api/admin/sms': { body: { agreed } } })
    renderPage(<SmsPage />, '/admin/sms')
    expect(screen.getByText('SMS is not configured')).toBeVisible()
    expect(await screen.findByText(count)).toBeVisible()
    expect(screen.getByText(text)).toBeVisible()
  })
})
