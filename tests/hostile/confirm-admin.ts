import assert from 'node:assert/strict'
import type { Attacker } from './attacker'

/**
 * The administrator's session, as it is once the password was just asked for again. To ask for it would end the
 * session that the other cases use.
 */
export async function confirmAdmin({ portal }: Attacker): Promise<string> {
  const { admin } = portal.people
  const sid = /^sid=s:([^.]+)/.exec(decodeURIComponent(admin))?.[1]
  const confirmed = await portal.query(
    `update sessions set sess = (sess::jsonb || jsonb_build_object('confirmation', jsonb_build_object(
       'at', (extract(epoch from now()) * 1000)::bigint,
       'login', jsonb_build_object(
         'email', (select email from users where is_admin = 1),
         'passwordVersion', sess ->> 'passwordVersion',
         'hasSecondFactor', exists (select from second_factors f join users u on u.id = f.id
           where u.is_admin = 1 and f.confirmed_at is not null)))))::json
     where sid = $1 returning sid`,
    [sid],
  )
  assert.equal(confirmed.length, 1)
  return admin
}

export async function findId({ portal }: Attacker, { email }: { email: string }): Promise<number> {
  const [found] = await portal.query<{ id: number }>('select id from users where email = $1', [
    email,
  ])
  assert.ok(found)
  return found.id
}
