import { expect, it } from 'vitest'
import { settingNames } from './env'
import { findUnknownNames } from './env-typos'

const find = (inFile: string[], given: string[] = []) =>
  findUnknownNames({ inFile, given }, settingNames)

it('names in .env that are no settings are told, with the nearest one', () => {
  expect(find(['SMPT_URL', 'CLAMAV_URL', 'DATABASE_ULR', 'Port_Name', 'SMTP_URL'])).toEqual([
    'SMPT_URL in .env is no setting of the portal: is SMTP_URL meant?',
    'CLAMAV_URL in .env is no setting of the portal: is CLAMD_URL meant?',
    'DATABASE_ULR in .env is no setting of the portal: is DATABASE_URL meant?',
    'Port_Name in .env is no setting of the portal',
  ])
})

it('what other programs read is not', () => {
  const others = [
    'NODE_OPTIONS',
    'NODE_EXTRA_CA_CERTS',
    'TZ',
    'PGSSLMODE',
    'AWS_REGION',
    'https_proxy',
  ]
  expect(find(others)).toEqual([])
  expect(find([...settingNames], [...settingNames])).toEqual([])
})

it('of what a process is given, only what is nearly a setting', () => {
  const usual = ['HOSTNAME', 'TERM', 'PWD', 'INVOCATION_ID', 'JOURNAL_STREAM', 'KUBERNETES_PORT']
  expect(find(['SMPT_URL'], ['SMPT_URL', 'UPLOAD_DIR', 'POST', ...usual])).toEqual([
    'SMPT_URL in .env is no setting of the portal: is SMTP_URL meant?',
    'UPLOAD_DIR is no setting of the portal: is UPLOADS_DIR meant?',
  ])
})
