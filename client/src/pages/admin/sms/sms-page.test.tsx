import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { SmsPage } from './sms-page'

const api = installFakeApi()

describe('the SMS page', () => {
  it.each([
    [1, '1', /^partner agreed to receive text messages/],
    [1234, '1,234', /^partners agreed to receive text messages/],
    [10_001, '10,000+', /^partners agreed to receive text messages/],
  ])('says that nothing is configured and how many agreed: %i', async (agreed, count, text) => {
    api.routes = { 'GET /api/admin/sms': { body: { agreed } } }
    renderPage(<SmsPage />, '/admin/sms')
    expect(screen.getByText('SMS is not configured')).toBeVisible()
    expect(await screen.findByText(count)).toBeVisible()
    expect(screen.getByText(text)).toBeVisible()
  })
})
