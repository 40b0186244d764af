import { describe, expect, it } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn } from '@tests/support/portal/agents'
import { buildAdmin, buildUser } from '@tests/support/portal/factories'

const app = await startSharedApp()
const admin = await logIn(app, await buildAdmin(app, { lastName: 'Sharedname' }))

async function list(query: string): Promise<{ id: number }[]> {
  const { body } = await admin.get(`/api/admin/users?${query}`).expect(200)
  return body
}
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
const search = async (text: string) => idsOf(await list(`search=${encodeURIComponent(text)}`))

describe('the list of users', () => {
  it('shows what the administrator needs, and no password hash', async () => {
    const user = await buildUser(app, {
      status: 'rejected',
      statusReason: 'Score too low',
      contactConsent: true,
    })
    const [first] = await list('limit=1')
    expect(first).toEqual({
      id: user.id,
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      phoneNumber: user.phoneNumber,
      status: 'rejected',
      statusReason: 'Score too low',
      contactConsent: true,
      isAdmin: 0,
      createdAt: user.createdAt.toISOString(),
    })
  })

  it('leaves the administrator out, searched for or not', async () => {
    const user = await buildUser(app, { lastName: 'Sharedname' })
    expect(await search('sharedname')).toEqual([user.id])
    const everyone = await list('limit=100')
    expect(everyone.filter((row) => 'isAdmin' in row && row.isAdmin !== 0)).toEqual([])
  })

  it('takes percent signs, underscores and backslashes literally', async () => {
    const { id } = await buildUser(app, {
      firstName: '100%_sure',
      lastName: String.raw`Back\slash`,
    })
    expect(await search('100%_')).toEqual([id])
    expect(await search(String.raw`k\s`)).toEqual([id])
    for (const term of ['1%e', '100_sure', '%_%_%', '____', String.raw`\\`])
      expect([term, await search(term)]).toEqual([term, []])
  })

  it('is not confused by what looks like SQL', async () => {
    for (const term of ["' OR 1=1--", "'; drop table users; --", '$1', '{}', '🦆'])
      expect(await search(term)).toEqual([])
    // Not a search at all.
    expect(await list('search[$ne]=x')).toEqual(await list(''))
  })

  it('filters by status, alone and with a search', async () => {
    const lastName = 'Statusfilter'
    const pending = await buildUser(app, { lastName })
    const approved = await buildUser(app, { lastName, status: 'approved' })
    expect(idsOf(await list('search=statusfilter'))).toEqual([approved.id, pending.id])
    expect(idsOf(await list('search=statusfilter&status=approved'))).toEqual([approved.id])
    expect(idsOf(await list('search=statusfilter&status=rejected'))).toEqual([])
    expect(idsOf(await list('status=approved&limit=1'))).toEqual([approved.id])
  })
})

describe('pages of users', () => {
  it('end where the rows end, even when the last page is full', async () => {
    for (let user = 0; user < 4; user += 1) await buildUser(app, { lastName: 'Fullpage' })
    const { headers } = await admin.get('/api/admin/users?search=fullpage&limit=4').expect(200)
    expect(headers).not.toHaveProperty('link')
  })

  it('keep the search and the filter, written safely', async () => {
    for (let user = 0; user < 3; user += 1) await buildUser(app, { lastName: 'A&B "c" <d>' })
    const query = new URLSearchParams({ search: 'A&B "c" <d>', status: 'pending', limit: '2' })
    const { headers } = await admin.get(`/api/admin/users?${query}`).expect(200)
    const next = /^<([^<>"\s]+)>; rel="next"$/.exec(headers['link'] ?? '')?.[1] ?? ''
    const { body } = await admin.get(next).expect(200)
    expect(body).toHaveLength(1)
  })

  it('are not disturbed by users who come in between', async () => {
    for (let user = 0; user < 3; user += 1) await buildUser(app, { lastName: 'Stable' })
    const first = await admin.get('/api/admin/users?search=stable&limit=2').expect(200)
    await buildUser(app, { lastName: 'Stable' })
    const next = String(first.headers['link']).slice(1).split('>', 1).join()
    const second = await admin.get(next).expect(200)
    expect(second.body).toHaveLength(1)
    expect(idsOf(first.body)).not.toContain(second.body[0].id)
  })
})
