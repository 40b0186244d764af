import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ReviewedFile } from '@shared/files'
import { installFakeApi, renderAt } from '../../../../tests/support/fake-api'
import { FilePreview } from './file-preview'

const api = installFakeApi()

const file: ReviewedFile = {
  id: 2,
  fileName: 'scan.png',
  fileSize: 2048,
  fileType: 'image/png',
  status: 'pending',
  statusReason: null,
  version: 'version-1',
  uploadKey: 'k'.repeat(43),
  userId: null,
  createdAt: '2026-11-20T09:41:00.000Z',
  owner: null,
}

it('a document that waits for its virus check is not asked for', async () => {
  const { rerender } = renderAt('/admin/reports', <FilePreview file={file} onFix={() => null} />)
  expect(await screen.findByText('File Missing')).toBeVisible()
  expect(api.calls).not.toEqual([])
  rerender(<></>)
  api.calls = []
  renderAt(
    '/admin/reports',
    <FilePreview file={{ ...file, quarantine: 'waiting' }} onFix={() => null} />,
  )
  expect(await screen.findByText('Waiting for its virus check')).toBeVisible()
  expect(api.calls).toEqual([])
})
