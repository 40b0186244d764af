import { describe, expect, it, vi } from 'vitest'
import { userListQuery } from '@shared/users'
import { buildUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { userList } from '../../features/users/queries'
import { users } from '../schema/users'
import { readPage } from './list-page'
import type { Selecting, Selection } from './list-source'
import { defineList } from './open-list'

const app = await startSharedApp()

/** The list of people, and how often it was asked what it is. */
function buildList() {
  const source = vi.fn(userList.source)
  const list = defineList('people of a test', source)
  async function read(query: Record<string, string>) {
    const { rows } = await readPage(app, list, userListQuery.parse(query))
    return rows.map(({ id }) => id)
  }
  return { source, list, read }
}

describe('what a list builds for one query', () => {
  it('serves those that differ in their values only, each with its own', async () => {
    const people = []
    for (const lastName of ['Keptone', 'Kepttwo', 'Keptthree']) {
      people.push(await buildUser(app, { lastName }))
    }
    const { source, read } = buildList()
    for (const { lastName, id } of people) {
      expect(await read({ search: lastName })).toEqual([id])
    }
    expect(source).toHaveBeenCalledTimes(1)

    const [first, second, third] = people.map(({ id }) => id)
    expect(await read({ search: 'kept', cursor: String(third) })).toEqual([second, first])
    expect(await read({ search: 'kept', cursor: String(second) })).toEqual([first])
    expect(source).toHaveBeenCalledTimes(2)

    const later = new Date(Date.now() + 3_600_000).toISOString()
    expect(await read({ search: 'kept', from: '2020-01-01T00:00:00Z' })).toHaveLength(3)
    expect(await read({ search: 'kept', from: later })).toEqual([])
    expect(source).toHaveBeenCalledTimes(3)
  })

  it('serves no query that differs otherwise', async () => {
    const { source, read } = buildList()
    const different: Record<string, string>[] = [
      {},
      { status: 'pending' },
      { status: 'approved' },
      { sort: 'oldest' },
      { sort: 'name' },
      { kind: 'referrer' },
      { limit: '100' },
      { cursor: '7' },
      { to: '2020-01-01T00:00:00Z' },
      { search: 'one' },
      { search: 'two words' },
      { search: '303-555-0134' },
      { search: 'x' },
    ]
    for (const query of different) await read(query)
    for (const query of different) await read(query)
    expect(source).toHaveBeenCalledTimes(different.length)
  })

  it('serves no other list of the same rows', async () => {
    const { id } = await buildUser(app, { lastName: 'Keptcolumns' })
    const query = userListQuery.parse({ search: 'keptcolumns' })
    const fewColumns = defineList(
      'few columns',
      (narrowed: Parameters<typeof userList.source>[0]) => ({
        ...userList.source(narrowed),
        select: (db: Selecting, { where, limit }: Selection) =>
          db.select({ id: users.id }).from(users).where(where).limit(limit),
      }),
    )
    expect((await readPage(app, userList, query)).rows).toMatchObject([{ lastName: 'Keptcolumns' }])
    expect((await readPage(app, fewColumns, query)).rows).toEqual([{ id }])
  })

  it('is kept for the 100 latest, and not for a search of very many words', async () => {
    const { source, list, read } = buildList()
    for (let words = 1; words <= 30; words += 1) await read({ search: 'xyz '.repeat(words) })
    expect(list.kept.size).toBeLessThan(30)
    for (const sort of ['newest', 'oldest', 'name', 'score'])
      for (const status of ['pending', 'approved', 'rejected'])
        for (const limit of ['25', '50', '100'])
          for (const kind of ['partner', 'referrer', 'any'])
            await read({ sort, status, limit, kind })
    expect(list.kept.size).toBe(100)
    source.mockClear()
    await read({ sort: 'score', status: 'rejected', limit: '100', kind: 'any' })
    expect(source).not.toHaveBeenCalled()
  })
})
