import { describe, expect, it } from 'vitest'
import { sides } from '@shared/matches'
import { startIntroductions } from '@tests/support/portal/mailed-introductions'

const { introduce, arrivedAt, sendDue, zonesWaitingAt } = await startIntroductions()

describe.each(sides)('where a %s answered from last', (side) => {
  const read = async ({ partners, guests }: Awaited<ReturnType<typeof introduce>>) =>
    (side === 'partner' ? partners : guests).read()

  it('is the clock of the page, and of what waits, also where nothing else is said anew', async () => {
    const built = await introduce('booked', side)
    const { email } = built[side]
    const acts = side === 'partner' ? built.partners : built.guests
    expect(await read(built)).toMatchObject({ state: 'booked', timeZone: 'America/Denver' })
    expect(await zonesWaitingAt(email)).toEqual([expect.stringMatching(/^M[SD]T$/)])
    const { status } = await acts.choose(built.times, { zone: 'Pacific/Honolulu' })
    expect(status).toBe(200)
    expect(await read(built)).toMatchObject({ timeZone: 'Pacific/Honolulu' })
    expect(await zonesWaitingAt(email)).toEqual(['HST'])
    // Nothing is told twice.
    const before = arrivedAt(email).length
    await sendDue()
    expect(arrivedAt(email)).toHaveLength(before)
  })

  it('is the clock of a letter that was written and has not left', async () => {
    const built = await introduce('asked', side)
    const [acts, others] =
      side === 'partner' ? [built.partners, built.guests] : [built.guests, built.partners]
    await others.choose(built.times)
    await acts.choose(built.times)
    await acts.choose(built.times, { zone: 'Pacific/Honolulu' })
    expect(await zonesWaitingAt(built[side].email)).toEqual(['HST', 'HST'])
    await sendDue()
    expect(arrivedAt(built[side].email).at(-1)?.subject).toMatch(/HST$/)
  })

  it('is kept, or not known, when a browser doesn’t say', async () => {
    const built = await introduce('booked', side)
    const acts = side === 'partner' ? built.partners : built.guests
    expect((await acts.choose(built.times, { zone: 'Etc/Unknown' })).status).toBe(200)
    const timeZone = side === 'partner' ? null : 'America/Denver'
    expect(await read(built)).toMatchObject({ timeZone })
    expect(await zonesWaitingAt(built[side].email)).toEqual([
      expect.stringMatching(side === 'partner' ? /^E[SD]T$/ : /^M[SD]T$/),
    ])
  })
})
