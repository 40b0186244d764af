import { createServer } from 'node:net'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { wordDatabaseFault } from './database-away'
import { waitForDatabase } from './db/wait-for-database'
import { EnvironmentError } from './env'
import { explainFailure } from './explain-failure'
import { wordFolderFault } from './folders'

const errorOf = (facts: Record<string, unknown>, message = 'no') =>
  Object.assign(new Error(message), facts)

/** How Drizzle reports what Postgres refused. */
const failedQuery = (facts: Record<string, unknown>, message: string) =>
  Object.assign(new Error('Failed query: select secret from users'), {
    cause: errorOf({ severity: 'ERROR', ...facts }, message),
  })

describe('what a start or a command says about', () => {
  it('settings is a line for each', () => {
    expect(explainFailure(new EnvironmentError(['A', 'B']))).toEqual(['A', 'B'])
  })

  it('the port names it', async () => {
    const [one, two] = [createServer(), createServer()]
    onTestFinished(() => void one.close())
    await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
    const address = one.address()
    const port = typeof address === 'object' ? address?.port : 0
    const failure = await new Promise((resolve) => {
      two.once('error', resolve)
      two.listen(port, '127.0.0.1')
    })
    expect(explainFailure(failure)).toEqual([
      `PORT ${port} is in use by another program: take another one`,
    ])
    const forbidden = errorOf({ syscall: 'listen', code: 'EACCES', port: 80 })
    expect(explainFailure(forbidden)).toEqual([expect.stringMatching(/^PORT 80 may not .* 1023/)])
  })

  it('Postgres is in its own words, without the statement', () => {
    const full = 'could not extend file "base/1/2": No space left on device'
    expect(explainFailure(failedQuery({ code: '53100' }, full))).toEqual([
      `Postgres says: ${full} (53100)`,
    ])
    const refused = errorOf({ code: '28P01', severity: 'FATAL' }, 'password authentication failed')
    expect(wordDatabaseFault(refused)).toMatch(/^The database cannot be used: password.*Check DATA/)
    const both = new AggregateError([errorOf({}, 'refused by ::1'), errorOf({}, 'refused by 127')])
    expect(wordDatabaseFault(Object.assign(both, { code: 'ECONNREFUSED' }))).toContain(
      'refused by ::1, refused by 127',
    )
    expect(wordDatabaseFault(new Error('something else'))).toBeNull()
  })

  it('a database that is away names the setting that leads there', async () => {
    const away = waitForDatabase(
      'postgres://owner:x@127.0.0.1:9/portal',
      pino({ level: 'silent' }),
      {
        seconds: 0,
        setting: 'MIGRATION_DATABASE_URL',
      },
    )
    await expect(away).rejects.toThrow(
      /127\.0\.0\.1:9\/portal cannot.*Check MIGRATION_DATABASE_URL/,
    )
  })

  it.each([
    ['ENOENT', 'is not there: is the path right, and is it mounted?'],
    ['EACCES', 'may not be read and written by this user'],
    ['EROFS', 'is read-only'],
    ['ENOSPC', 'is on a disk without room'],
    ['EIO', 'can’t be used: EIO'],
  ])('a folder with %s says what to do', (code, words) => {
    const fault = wordFolderFault('SECOND_COPY_DIR', '/copies', errorOf({ code }))
    expect(fault).toContain(`SECOND_COPY_DIR (/copies) ${words}`)
  })
})
