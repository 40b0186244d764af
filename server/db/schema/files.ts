import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import { versionReasons } from '@shared/files'
import { quarantineStates } from '@shared/list-choices'
import {
  belongsTo,
  createdAt,
  drawnId,
  id,
  indexWhere,
  moment,
  oneOf,
  reviewColumns,
  searchIndex,
} from './columns'
import { users } from './users'

/** In the order of a dictionary. */
const sortedNameOf = (table: { fileName: AnyPgColumn }) =>
  sql`${table.fileName} collate "und-x-icu"`

export const files = pgTable(
  'files',
  {
    id: id(),
    uploadKey: text().notNull().unique(),
    fileName: text().notNull(),
    fileSize: integer().notNull(),
    fileType: text().notNull(),
    sha256: text().notNull(),
    // The stored content that is shown now; all of them are in file_versions.
    storageKey: text().notNull(),
    ...reviewColumns,
    // Null until someone claims it: the row then shows as 'No User Account'.
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    claimedAt: moment(),
    createdAt: createdAt(),
    // For the content that is shown now; null once it may be read.
    quarantine: text({ enum: quarantineStates }),
    // Kept by triggers: file name, owner's names, email, phone as typed and as bare digits.
    search: text().notNull().default(''),
  },
  (table) => [
    check('files_status', oneOf(table.status)),
    check('files_quarantine', oneOf(table.quarantine)),
    index('files_quarantined')
      .on(table.quarantine, table.id)
      .where(sql`${table.quarantine} is not null`),
    indexWhere('files_unclaimed', sql`${table.claimedAt} is null`, table.createdAt),
    index('files_user').on(table.userId, table.id),
    index('files_status_newest').on(table.status, table.id),
    index('files_created').on(table.createdAt, table.id),
    index('files_status_created').on(table.status, table.createdAt, table.id),
    index('files_name').on(sortedNameOf(table), table.id),
    index('files_status_name').on(table.status, sortedNameOf(table), table.id),
    searchIndex('files_search', table.search),
  ],
)

/** The keys of files' orders; the indexes have them in these words. */
export const sortedFileName = sortedNameOf(files)

export const fileVersions = pgTable(
  'file_versions',
  {
    id: id(),
    fileId: belongsTo(() => files.id),
    storageKey: text().notNull().unique(),
    fileName: text().notNull(),
    fileSize: integer().notNull(),
    fileType: text().notNull(),
    sha256: text().notNull(),
    reason: text({ enum: versionReasons }).notNull(),
    createdBy: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    // When this content was first approved: such contents are kept longest.
    approvedAt: moment(),
    // When the background last read it and its copy.
    checkedAt: moment(),
    // When it was last read.
    isDamaged: boolean().notNull().default(false),
  },
  (table) => [
    index('file_versions_file').on(table.fileId, table.id),
    index('file_versions_sha256').on(table.sha256),
    index('file_versions_created_by').on(table.createdBy),
    index('file_versions_unchecked').on(sql`coalesce(${table.checkedAt}, ${table.createdAt})`),
    indexWhere('file_versions_damaged', sql`${table.isDamaged}`, table.id),
  ],
)

/** The key of each sealed content, sealed itself. What has no row here is stored as it came. */
export const contentKeys = pgTable('content_keys', {
  id: drawnId(),
  storageKey: text().notNull().unique(),
  sealedKey: text().notNull(),
  createdAt: createdAt(),
})

/** The administrator's short-lived permissions to open one file; tokens themselves are not stored. */
export const fileTokens = pgTable(
  'file_tokens',
  {
    tokenHash: text().primaryKey(),
    fileId: belongsTo(() => files.id),
    sessionHash: text().notNull(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    index('file_tokens_file').on(table.fileId),
    index('file_tokens_expires').on(table.expiresAt),
  ],
)

/** Ways from a phone's camera to a form on a computer, for ten minutes; tokens themselves are not stored. */
export const photoHandoffs = pgTable(
  'photo_handoffs',
  {
    tokenHash: text().primaryKey(),
    pickupHash: text().notNull().unique(),
    fileId: integer().references(() => files.id, { onDelete: 'cascade' }),
    usedAt: moment(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    index('photo_handoffs_file').on(table.fileId),
    index('photo_handoffs_expires').on(table.expiresAt),
  ],
)
