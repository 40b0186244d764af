import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { OwnFile } from '@shared/files'
import { fakeRefusal, installFakeApi, shownToast } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { fakeOwnFile, fakePartner } from '@tests/support/client/fake-records'
import { DocumentsSection } from './documents-section'

const api = installFakeApi()
const partner = fakePartner()

const file = fakeOwnFile()

function show(quarantine: OwnFile['quarantine']) {
  api.routes['GET /api/files'] = () => ({ body: [{ ...file, quarantine }] })
  renderPage(<DocumentsSection user={partner} logins={[]} />, '/dashboard')
}

it.each(['View', 'Download'])('%s says that the document waits for its check', async (action) => {
  api.routes[`HEAD /uploads/${file.uploadKey}/${file.fileName}`] = () => fakeRefusal(503, '')
  show('waiting')
  expect(await screen.findByText('Waiting for virus check')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: `${action} report.pdf` }))
  await waitFor(() =>
    expect(shownToast()[1]).toBe(
      'This file is waiting for a virus check. Please try again in a few minutes.',
    ),
  )
})

it('a document that was removed says why, and can be sent again', async () => {
  show('infected')
  expect(await screen.findByText('Virus found, removed')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'View report.pdf' }))
  await waitFor(() => expect(shownToast()[0]).toBe('File Missing'))
  expect(screen.getByRole('button', { name: 'Re-upload' })).toBeVisible()
})

it('a document that can be read says nothing of the kind', async () => {
  show(undefined)
  await screen.findByText('report.pdf')
  expect(screen.queryByText(/virus/i)).toBeNull()
})
