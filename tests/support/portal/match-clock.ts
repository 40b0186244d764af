import type { TestApp } from './app'

const hourMs = 3_600_000

/** The same, so many hours earlier: all moments of a row, or of what is kept for an undo. */
export function turnBack<Row extends object>(row: Row, hours: number): Row {
  const earlier = (value: unknown): unknown => {
    if (value instanceof Date) return new Date(value.getTime() - hours * hourMs)
    if (Array.isArray(value)) return value.map(earlier)
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value))
      return new Date(Date.parse(value) - hours * hourMs).toISOString()
    return value
  }
  return Object.assign(
    { ...row },
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, earlier(value)])),
  )
}

/** Everything came about so many hours earlier. */
export async function turnClock(app: TestApp, hours: number): Promise<void> {
  await app.pool.query(
    'update users set status_at = status_at - make_interval(hours => $1) where is_admin = 0',
    [hours],
  )
  // One by one, the earliest meeting first: no two may overlap on the way.
  const { rows } = await app.pool.query('select id, before from matches order by starts_at')
  for (const { id, before } of rows) {
    await app.pool.query(
      `update matches set
        offered_times = array(select at - turned from unnest(offered_times) at),
        partner_times = case when partner_times is not null
          then array(select at - turned from unnest(partner_times) at) end,
        entrepreneur_times = case when entrepreneur_times is not null
          then array(select at - turned from unnest(entrepreneur_times) at) end,
        starts_at = starts_at - turned, ends_at = ends_at - turned,
        booked_at = booked_at - turned, need_since = need_since - turned,
        moved_at = moved_at - turned, created_at = created_at - turned, before = $3,
        partner_asked_at = partner_asked_at - turned,
        entrepreneur_asked_at = entrepreneur_asked_at - turned
      from make_interval(hours => $2) as turned where id = $1`,
      [id, hours, before && JSON.stringify(turnBack(before, hours))],
    )
  }
  await app.pool.query(
    `update mails set created_at = created_at - turned, next_attempt_at = next_attempt_at - turned
     from make_interval(hours => $1) as turned`,
    [hours],
  )
}
