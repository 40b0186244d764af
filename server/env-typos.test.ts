import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv as parseEnvFile } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { loadEnv, readEnvText, settingNames } from './env'
import { findCutValues, findUnknownNames, findUnreadLines } from './env-typos'

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

it('the pieces of a mail server’s address are told, wherever they are', () => {
  const pieces = ['SMTP_HOST', 'SMTP_USER', 'SMTP_PASSWORD']
  const meant = 'is no setting of the portal: is SMTP_URL meant?'
  expect(find(pieces)).toEqual(pieces.map((name) => `${name} in .env ${meant}`))
  expect(find([], pieces)).toEqual(pieces.map((name) => `${name} ${meant}`))
})

it('a value that ends at a # in silence is told, as Node cuts it, and without the value', () => {
  const cut = ['A=Winterreise-Nr.24#Leier', 'export A = x#y', 'A=#x', 'A=a b#c']
  const whole = ['A=x # y#z', 'A= # x', '# A=x#y', "A='x#y'", 'A="x#y" # z', 'A="a\nB=x#y"', 'A=x']
  for (const line of cut) {
    expect(parseEnvFile(line)['A']).not.toContain('#')
    expect(findCutValues(`B=1\n${line}\r\nC=2`)).toEqual([
      'A is cut at a # in .env: write the whole value in single quotes',
    ])
  }
  for (const line of whole) expect(findCutValues(`B=1\n${line}\nC=2`)).toEqual([])
})

it('a line without = is told by its number, and by the name of a setting, never by what is in it', () => {
  const text = '# PORT\n\nPORT=1\nPUBLIC_URL: http://localhost\nA="x\ny"\nc2VjcmV0\r\n'
  expect(findUnreadLines(text, settingNames)).toEqual([
    'line 4 of .env (PUBLIC_URL) has no = and is not read',
    'line 7 of .env has no = and is not read',
  ])
})

it('.env is read over the mark of an editor, refused where a value is cut, and as UTF-16 in one line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-env-'))
  const before = process.cwd()
  process.chdir(folder)
  onTestFinished(() => {
    process.chdir(before)
    rmSync(folder, { recursive: true })
  })
  expect(readEnvText()).toBe('')
  writeFileSync('.env', '\uFEFFPORT=4000\n')
  expect(readEnvText()).toBe('PORT=4000\n')
  writeFileSync('.env', 'ADMIN_PASSWORD=Winterreise-Nr.24#Leiermann\n')
  expect(() => loadEnv()).toThrow(/^ADMIN_PASSWORD is cut at a # in \.env: [^W]*$/)
  writeFileSync('.env', Buffer.from('\uFEFFPORT=4000\n', 'utf16le'))
  expect(() => loadEnv()).toThrow(/^\.env is UTF-16: save it as UTF-8$/)
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
