import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { delayAfter } from './check-login'
import { createWorkerThreads } from '../../worker-threads'
import { createPasswords } from './passwords'

const passwords = createPasswords({ peppers: ['a pepper for tests'], cost: 4 })

describe('a password hash', () => {
  it('is bcrypt, salted, and verifies its password only', async () => {
    const [first, second] = [await passwords.hash('a phrase'), await passwords.hash('a phrase')]
    expect(first).toMatch(/^[\da-f]{8}\$2b\$04\$/)
    expect(first).not.toBe(second)
    expect(await passwords.verify('a phrase', first)).toBe(true)
    expect(await passwords.verify('a phrase ', first)).toBe(false)
    expect(await passwords.verify('', first)).toBe(false)
  })

  it('is of the password, not of how a keyboard composes its letters', async () => {
    const composed = await passwords.hash('un café à Łódź')
    expect(await passwords.verify('un café à Łódź'.normalize('NFD'), composed)).toBe(true)
    const decomposed = await passwords.hash('un café à Łódź'.normalize('NFD'))
    expect(await passwords.verify('un café à Łódź', decomposed)).toBe(true)
    expect(await passwords.verify('un cafe à Łódź', decomposed)).toBe(false)
  })

  it('is worthless without the pepper', async () => {
    const hash = await passwords.hash('a phrase')
    const others = createPasswords({ peppers: ['another pepper'], cost: 4 })
    expect(await others.verify('a phrase', hash)).toBe(false)
  })

  it('names its pepper, so that a new one can be put in front of the old', async () => {
    const both = createPasswords({ peppers: ['another pepper', 'a pepper for tests'], cost: 4 })
    const [old, renewed] = [await passwords.hash('a phrase'), await both.hash('a phrase')]
    expect(await both.verify('a phrase', old)).toBe(true)
    expect(await both.verify('a phrase!', old)).toBe(false)
    expect([both.isCurrent(old), both.isCurrent(renewed)]).toEqual([false, true])
    expect(passwords.isCurrent(old)).toBe(true)
    expect(old.slice(0, 8)).not.toBe(renewed.slice(0, 8))
    const dearer = createPasswords({ peppers: ['a pepper for tests'], cost: 5 })
    expect(dearer.isCurrent(old)).toBe(false)
  })

  it('without the name of its pepper is the last one’s', async () => {
    const unnamed = (await passwords.hash('a phrase')).slice(8)
    const both = createPasswords({ peppers: ['another pepper', 'a pepper for tests'], cost: 4 })
    expect(await both.verify('a phrase', unnamed)).toBe(true)
    expect(both.isCurrent(unnamed)).toBe(false)
    expect(passwords.isCurrent(unnamed)).toBe(false)
  })

  it('counts every byte, far beyond the 72 of bcrypt', async () => {
    const long = 'x'.repeat(1000)
    const hash = await passwords.hash(`${long}1`)
    expect(await passwords.verify(`${long}1`, hash)).toBe(true)
    expect(await passwords.verify(`${long}2`, hash)).toBe(false)
  })

  it('is checked against no one’s for an unknown account, and never matches', async () => {
    expect(await passwords.verify('a phrase', null)).toBe(false)
  })

  it('takes as much work to check for an unknown account', async () => {
    const dear = createPasswords({ peppers: ['a pepper for tests'], cost: 10 })
    const hash = await dear.hash('a phrase')
    const workOf = async (checked: string | null) => {
      const before = process.cpuUsage()
      for (let nth = 0; nth < 3; nth += 1) await dear.verify('another phrase', checked)
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const [known, unknown] = [await workOf(hash), await workOf(null)]
    expect(unknown).toBeGreaterThan(known / 2)
  })
})

/** Of each thread of this process, how far it lets others go first. */
function readNiceness(): number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = `/proc/self/task/${thread}/stat`
    // Some threads have ended by now.
    const fields = existsSync(stat) ? readFileSync(stat, 'utf8').split(') ')[1] : undefined
    return Number(fields?.split(' ')[16] ?? 0)
  })
}

describe('hashing', () => {
  it.runIf(process.platform === 'linux')('lets whatever else there is to do go first', async () => {
    await passwords.hash('a phrase')
    expect(Math.max(...readNiceness())).toBe(getPriority() + 10)
  })

  it('fails the runs that wait for threads that cannot start, and nothing else', async () => {
    const threads = createWorkerThreads(join(import.meta.dirname, 'is-not-there.ts'), 2)
    const tried = await Promise.allSettled(['a', 'b', 'c'].map((task) => threads.run(task)))
    expect(tried.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await expect(threads.run('a')).rejects.toThrow()
  })
})

describe('the delay of a login', () => {
  it('starts after five failures, doubles, and ends at five seconds', () => {
    const delays = [0, 1, 4, 5, 6, 7, 8, 9, 10, 1000].map(delayAfter)
    expect(delays).toEqual([0, 0, 0, 250, 500, 1000, 2000, 4000, 5000, 5000])
  })
})
