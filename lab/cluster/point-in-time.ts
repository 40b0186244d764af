import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { drawFreePort } from '@server/free-port'
import { runFsck } from '@tests/support/portal/run-fsck'
import { callPortal, type PortalCaller } from '@tests/support/portal/portal-caller'
import { startPortalProcess } from '@tests/support/portal/portal-process'
import { queryAs, runAs } from '@tests/support/portal/postgres'
import { listMissing, runProgram, until } from './engines/program'
import type { Tell } from './table'

const bin = '/usr/lib/postgresql/15/bin'

export const missingForPointInTime = () => listMissing(['setpriv', `${bin}/pg_basebackup`])

/** Goes back to the moment before a mistake, by the words of docs/decisions/0036. */
export async function checkPointInTime(labFolder: string, tell: Tell): Promise<void> {
  const folder = join(labFolder, 'point-in-time')
  const data = join(folder, 'data')
  const archive = join(folder, 'archive')
  const base = join(folder, 'base')
  mkdirSync(folder, { recursive: true })
  runProgram(['chown', 'postgres', folder])
  const port = await drawFreePort()
  const superuserUrl = `postgres://postgres@127.0.0.1:${port}/postgres`
  const url = `postgres://portal:portal@127.0.0.1:${port}/portal`
  as('mkdir', archive, base)
  as(`${bin}/initdb`, '-D', data, '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8')
  configure(data, [
    `port = ${port}`,
    `listen_addresses = '127.0.0.1'`,
    `unix_socket_directories = ''`,
    'wal_level = replica',
    'archive_mode = on',
    `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`,
    'archive_timeout = 60',
  ])
  const start = () => startPostgres(data, folder)
  const stop = () => as(`${bin}/pg_ctl`, '-w', '-D', data, '-m', 'fast', 'stop')
  start()
  try {
    await runAs(superuserUrl, `create role portal login password 'portal'`)
    await runAs(superuserUrl, 'create database portal owner portal')
    const portal = await startPortalProcess({ DATABASE_URL: url, LOG_LEVEL: 'warn' })
    const caller = callPortal(portal.origin)
    const before = [await signUp(caller)]
    const copy = join(base, 'one')
    const from = `postgres://postgres@127.0.0.1:${port}`
    as(`${bin}/pg_basebackup`, '-d', from, '-D', copy, '-X', 'none', '-c', 'fast')
    before.push(await signUp(caller))
    const [moment] = await queryAs(superuserUrl, 'select clock_timestamp()::text as now')
    await signUp(caller)
    await runAs(url, 'delete from users where is_admin = 0')
    const [last] = await queryAs(superuserUrl, 'select pg_walfile_name(pg_switch_wal()) as file')
    await until('the log is archived', () => existsSync(join(archive, String(last?.['file']))))
    await portal.end()

    stop()
    await rename(data, `${data}.old`)
    cpSync(copy, data, { recursive: true, preserveTimestamps: true })
    runProgram(['chown', '-R', 'postgres', data])
    chmodSync(data, 0o700)
    configure(data, [
      `restore_command = 'cp ${archive}/%f %p'`,
      `recovery_target_time = '${String(moment?.['now'])}'`,
      `recovery_target_action = 'promote'`,
    ])
    as('touch', join(data, 'recovery.signal'))
    const startedAt = Date.now()
    start()
    await until('Postgres takes changes again', async () => {
      const [row] = await queryAs(superuserUrl, 'select pg_is_in_recovery() as recovers')
      return row?.['recovers'] === false
    })
    const tookMs = Date.now() - startedAt
    await runAs(url, 'delete from sessions')
    const next = await startPortalProcess({ DATABASE_URL: url, LOG_LEVEL: 'warn' }, portal)
    try {
      const people = await queryAs(url, 'select from users where is_admin = 0')
      let held = 0
      for (const partner of before) {
        const there = callPortal(next.origin)
        const cookie = (await there.logIn(partner)) ?? ''
        if (await there.holds({ ...partner, cookie })) held += 1
      }
      const { exitCode, output } = await runFsck({ env: { ...next.env, DATABASE_URL: url } })
      const whole = `${held} documents whole, after ${tookMs} ms`
      tell({
        what: 'back to the moment before a mistake',
        found: `${people.length} of ${before.length} people, ${whole}`,
      })
      const found = `exit code ${exitCode}: ${output.replaceAll('\n', ' ')}`
      tell({ what: 'fsck then', found })
    } finally {
      await next.stop()
    }
  } finally {
    stop()
  }
}

const as = (...command: string[]) =>
  runProgram(['setpriv', '--reuid', 'postgres', '--regid', 'postgres', '--init-groups', ...command])

/** Its log is a file: Postgres would keep a pipe open for as long as it runs. */
function startPostgres(data: string, folder: string): void {
  as(`${bin}/pg_ctl`, '-w', '-t', '60', '-D', data, '-l', join(folder, 'log'), 'start')
}

function configure(data: string, lines: readonly string[]): void {
  const path = join(data, 'postgresql.conf')
  if (!existsSync(path)) writeFileSync(path, '')
  appendFileSync(path, `${lines.join('\n')}\n`)
}

async function signUp(caller: PortalCaller) {
  const partner = await caller.signUp()
  if (!partner) throw new Error('No one could sign up.')
  return partner
}
