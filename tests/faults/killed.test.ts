import { expect, it } from 'vitest'
import { bulkRunKilled } from './bulk-run-killed'
import { erasingKilled } from './erasing-killed'
import type { Fault } from './fault'
import { migrationKilled } from './migration-killed'
import { outcomeOf } from './outcome'
import { registrationsKilled } from './registrations-killed'
import { sigtermUnderLoad } from './sigterm-under-load'
import { uploadsKilled } from './uploads-killed'

const promises: [promise: string, fault: Fault, times: number][] = [
  ['acknowledged uploads outlive kill -9', uploadsKilled, 3],
  ['an account and its claim are whole after kill -9, or not there', registrationsKilled, 3],
  ['a portal that is told to stop finishes what it began', sigtermUnderLoad, 1],
  ['a killed migration is completed by the next start', migrationKilled, 2],
  ['an account is erased whole or not at all, beside re-uploads and restores', erasingKilled, 2],
  ['a run over many people goes on after kill -9, and does nothing twice', bulkRunKilled, 400],
]

it.each(promises)('%s', async (_promise, fault, times) => {
  expect(await outcomeOf(fault, times)).toBe('held')
})
