import { eq } from 'drizzle-orm'
import type { Transaction } from '../../db/client'
import { entrepreneurs } from '../../db/schema/entrepreneurs'
import { matches } from '../../db/schema/matches'
import { users } from '../../db/schema/users'
import { consentTo } from '../consents/queries'
import type { MailCtx } from '../mail/find-sender'
import type { People } from './fill-letter'
import type { MatchRow } from './letters'
import { onlyRow } from '../../errors'
import { openToken } from './write-match'

/** Throws where someone would get a letter without a link that is good. */
export async function readPeople(ctx: MailCtx, match: MatchRow): Promise<People> {
  const { db: tx } = ctx
  const { partner, entrepreneur } = onlyRow(await selectPeople(tx, match))
  const token = openToken(ctx.sealer, match)
  if (!entrepreneur) return { partner, entrepreneur }
  if (token === null) throw new Error(`Introduction ${match.id} has no link.`)
  return { partner, entrepreneur: { ...entrepreneur, token } }
}

const selectPeople = (tx: Transaction, { id }: MatchRow) =>
  tx
    .select({
      partner: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
        phoneNumber: users.phoneNumber,
        timeZone: users.timeZone,
        mayBeCalled: consentTo('calls'),
      },
      entrepreneur: entrepreneurs,
    })
    .from(matches)
    .innerJoin(users, eq(users.id, matches.partnerId))
    .leftJoin(entrepreneurs, eq(entrepreneurs.id, matches.entrepreneurId))
    .where(eq(matches.id, id))
