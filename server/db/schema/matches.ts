import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import { matchEnds, matchStates } from '@shared/list-choices'
import { belongsTo, createdAt, drawnId, indexWhere, moment, oneOf, uniqueWhere } from './columns'
import { entrepreneurs } from './entrepreneurs'
import { users } from './users'

const answers = ['accepted', 'declined'] as const

const moments = () => moment().array()

export const isOpenIn = ({ state }: { state: AnyPgColumn }) =>
  sql`${state} in ('arranging', 'booked', 'met')`

/**
 * Introductions of a partner to an entrepreneur. A migration adds by hand that booked meetings never overlap: the
 * host has one calendar.
 */
export const matches = pgTable(
  'matches',
  {
    id: drawnId(),
    partnerId: belongsTo(() => users.id),
    // Null once someone whom the partner was matched with has left.
    entrepreneurId: integer().references(() => entrepreneurs.id, { onDelete: 'cascade' }),
    state: text({ enum: matchStates }).notNull().default('arranging'),
    endedBecause: text({ enum: matchEnds }),
    offeredTimes: moments().notNull(),
    // Those that work for them. Null before they have answered, empty when none does.
    partnerTimes: moments(),
    entrepreneurTimes: moments(),
    partnerNote: text(),
    entrepreneurNote: text(),
    partnerZone: text(),
    entrepreneurZone: text(),
    // When each was last asked for times, or for their answer.
    partnerAskedAt: createdAt(),
    entrepreneurAskedAt: createdAt(),
    // How many booked meetings each has canceled. Too many are zero again with the administrator's next step.
    partnerCancellations: smallint().notNull().default(0),
    entrepreneurCancellations: smallint().notNull().default(0),
    startsAt: moment(),
    endsAt: moment(),
    partnerAnswer: text({ enum: answers }),
    entrepreneurAnswer: text({ enum: answers }),
    // Sequence number of the calendar's invitations: it rises with every request and cancellation.
    inviteSequence: integer().notNull().default(0),
    // Whether the entrepreneur allows that the meeting is recorded; null before they say.
    recordsEntrepreneur: boolean(),
    // Hash of the entrepreneur's link.
    tokenHash: text().unique(),
    sealedToken: text(),
    // The video room, where it isn't the one of the settings.
    sealedLink: text(),
    // When the last step was taken: what a change is based on.
    movedAt: createdAt(),
    // When the present meeting was booked; null in a match without one.
    bookedAt: moment(),
    // Since when the match has needed the same; null: since the last step.
    needSince: moment(),
    // The columns as they were before the administrator's last step; null after anyone else's.
    before: jsonb(),
    createdAt: createdAt(),
  },
  (table) => [
    check('matches_state', oneOf(table.state)),
    check(
      'matches_ended',
      sql`(${table.state} = 'ended') = (${table.endedBecause} is not null)
        and (${table.endedBecause} is null or ${oneOf(table.endedBecause)})`,
    ),
    check('matches_link', sql`not (${isOpenIn(table)}) or ${table.tokenHash} is not null`),
    check(
      'matches_entrepreneur',
      sql`${table.entrepreneurId} is not null
        or (${table.state} in ('succeeded', 'ended') and ${table.partnerAnswer} is not distinct from 'accepted'
          and ${table.entrepreneurAnswer} is not distinct from 'accepted')`,
    ),
    check('matches_offered', sql`cardinality(${table.offeredTimes}) <= 5`),
    check(
      'matches_chosen',
      sql`coalesce(${table.partnerTimes}, '{}') <@ ${table.offeredTimes}
        and coalesce(${table.entrepreneurTimes}, '{}') <@ ${table.offeredTimes}`,
    ),
    check(
      'matches_meeting',
      sql`(${table.startsAt} is null) = (${table.endsAt} is null)
        and (${table.state} not in ('booked', 'met', 'succeeded') or ${table.startsAt} is not null)
        and (${table.state} <> 'arranging' or ${table.startsAt} is null)
        and (${table.endsAt} > ${table.startsAt})`,
    ),
    check(
      'matches_answers',
      sql`coalesce(${oneOf(table.partnerAnswer)}, true)
        and coalesce(${oneOf(table.entrepreneurAnswer)}, true)
        and (${table.state} not in ('arranging', 'booked')
          or (${table.partnerAnswer} is null and ${table.entrepreneurAnswer} is null))
        and (${table.state} <> 'succeeded'
          or (${table.partnerAnswer} = 'accepted' and ${table.entrepreneurAnswer} = 'accepted'))`,
    ),
    uniqueWhere('matches_open_partner', isOpenIn(table), table.partnerId),
    uniqueWhere('matches_open_entrepreneur', isOpenIn(table), table.entrepreneurId),
    index('matches_partner').on(table.partnerId, table.id),
    index('matches_entrepreneur').on(table.entrepreneurId, table.id),
    index('matches_state_newest').on(table.state, table.id),
    indexWhere('matches_open_moved', isOpenIn(table), table.movedAt),
    indexWhere('matches_starts', sql`${table.state} = 'booked'`, table.startsAt),
  ],
)

/** One row at most: where and for how long people meet. */
export const meetingSettings = pgTable(
  'meeting_settings',
  {
    id: integer().primaryKey().default(1),
    sealedRoom: text(),
    minutes: smallint().notNull().default(45),
    updatedAt: createdAt(),
  },
  (table) => [check('meeting_settings_one_row', sql`${table.id} = 1`)],
)
