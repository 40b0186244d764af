import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { SystemState } from '@shared/system'
import { fakeRefusal, installFakeApi } from '@tests/support/client/fake-api'
import { renderPage } from '@tests/support/client/render-page'
import { SystemPage } from './system-page'

const api = installFakeApi()
const at = '2026-11-20T17:41:00.000Z'
const queue = { waiting: 0, failing: 0, oldestAt: null }

/** On the first day. */
const fresh: SystemState = {
  version: '1.0.0',
  commit: '4f2c91ab',
  startedAt: at,
  email: { isConfigured: true, lastAt: null },
  texts: { isConfigured: false, lastAt: null },
  scanner: { isConfigured: true },
  storage: { kind: 'disk' },
  database: { version: '18.1', startedAt: at },
  queues: { email: queue, texts: queue, jobs: queue, scanner: queue },
  backup: { madeAt: null, checkedAt: null },
  disks: [{ folder: 'uploads', freeBytes: 3 * 1024 ** 3, sizeBytes: 100 * 1024 ** 3 }],
  examination: null,
  troubles: [],
}

async function show(changes: Partial<SystemState> = {}) {
  api.routes['GET /api/admin/system'] = { body: { ...fresh, ...changes } }
  renderPage(<SystemPage />, '/admin/system')
  return within(await screen.findByRole('region', { name: 'Services' }))
}
const part = (name: string) => within(screen.getByRole('region', { name }))

it('of a new portal says that everything works, and what there is none of yet', async () => {
  const services = await show()
  expect(screen.getByText('Everything works')).toBeVisible()
  expect(services.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'EmailNothing sent yetOK',
    'TextsNothing sent yetNot set up',
    'Virus ScannerEach upload is scannedOK',
    'Storage of DocumentsOn this server’s disksOK',
    expect.stringMatching(/^DatabasePostgres 18\.1, up since Nov 20, 2026, .*OK$/),
  ])
  expect(part('Backups and Disks').getByText('No backup yet')).toBeVisible()
  expect(part('Backups and Disks').getByText('None was checked yet')).toBeVisible()
  expect(part('Backups and Disks').getByText('3 GB of 100 GB free')).toBeVisible()
  expect(part('Version').getByText('4f2c91ab')).toBeVisible()
  expect(
    part('Nightly Check').getByText('Not yet. The portal looks at itself each night.'),
  ).toBeVisible()
})

it('says what is wrong since when, what to do, and where it is', async () => {
  const services = await show({
    queues: { ...fresh.queues, email: { waiting: 11, failing: 9, oldestAt: at } },
    troubles: [
      {
        subject: 'email',
        what: 'Email isn’t going out',
        since: at,
        more: '11 are waiting.',
        todo: 'Test the mailbox under Settings.',
      },
      {
        subject: 'disks',
        what: 'The disk of documents is nearly full',
        since: null,
        more: '3% is free.',
        todo: 'Give it more room.',
      },
    ],
  })
  expect(screen.getByText('2 problems')).toBeVisible()
  expect(screen.getByText('Test the mailbox under Settings.')).toBeVisible()
  expect(services.getAllByRole('listitem')[0]).toHaveTextContent(
    /^EmailEmail isn’t going out since Nov 20, \d+:41 .M\. 11 are waiting\.Not OK$/,
  )
  const [, email] = within(screen.getByRole('table', { name: 'What Waits' })).getAllByRole('row')
  expect(email).toHaveTextContent(/Email.*11.*9.*Nov 20, 2026/)
  expect(part('Backups and Disks').getByText('3 GB of 100 GB free')).toHaveClass('text-danger')
})

it('shows what the portal found about itself, the worst first', async () => {
  await show({
    examination: {
      at,
      findings: [
        { about: 'clock', level: 'ok', what: 'in time' },
        { about: 'folders', level: 'problem', what: 'others can write', todo: 'chmod 700' },
      ],
    },
  })
  const found = part('Nightly Check').getAllByRole('listitem')
  expect(found.map((item) => item.textContent)).toEqual([
    'Problemfolders: others can writechmod 700',
    'OKclock: in time',
  ])
})

it('can be asked for again when it could not be loaded', async () => {
  api.routes['GET /api/admin/system'] = () => fakeRefusal(503, 'The portal is busy.')
  renderPage(<SystemPage />, '/admin/system')
  expect(await screen.findByText('The state of the system could not be loaded')).toBeVisible()
})
