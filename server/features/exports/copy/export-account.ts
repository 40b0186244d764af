import { asc, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../../../ctx'
import type { Database, Transaction } from '../../../db/client'
import { files, fileVersions } from '../../../db/schema/files'
import type { ZipEntry } from '../../../http/send-zip'
import { missing, readCopy } from '../../../storage/read-content'
import { requireAccount } from '../../accounts/queries'
import { recordEvent } from '../../audit/record-event'
import { noteDamage } from '../../files/queries'
import { renderPage, type Row } from './render-page'
import { sections } from './sections'

/**
 * Everything held on the person who asks, as the files of an archive: every content of every document, then their
 * data as `data.json` and as a page. What is read of the database is of one moment. Documents that can't be
 * read whole are named instead.
 */
export async function* exportAccount(ctx: Ctx & { db: Database }): AsyncGenerator<ZipEntry> {
  const { env, by } = ctx
  const at = new Date()
  await recordEvent(ctx, 'account.data-exported', `user:${by.id}`)
  const { person, documents, read } = await readAll(ctx)

  const listed: Row[] = []
  for (const [index, document] of documents.entries()) {
    yield* exportDocument(ctx, { document, number: index + 1, listed })
  }

  const documentSection = { name: 'documents', title: 'Your documents', rows: listed }
  const all = [...read.slice(0, 1), documentSection, ...read.slice(1)]
  yield { name: 'data.json', content: writeJson(at, all), at }
  const name = `${person.firstName} ${person.lastName}`
  const { portalName } = env.brand
  yield { name: 'index.html', content: renderPage({ portalName, name, at, sections: all }), at }
}

/** An object with the rows of each section, a row at a time: others are answered in between. */
function* writeJson(
  at: Date,
  all: readonly { name: string; rows: readonly Row[] }[],
): Generator<string> {
  yield `{\n  "at": ${JSON.stringify(at)}`
  for (const { name, rows } of all) {
    yield `,\n  ${JSON.stringify(name)}: [`
    for (const [index, row] of rows.entries()) {
      const text = `\n${JSON.stringify(row, null, 2)}`.replaceAll('\n', '\n    ')
      yield index > 0 ? `,${text}` : text
    }
    yield rows.length > 0 ? '\n  ]' : ']'
  }
  yield '\n}\n'
}

/** One snapshot, so that what is in it fits together. */
async function readAll({ db, sealer, by }: Ctx & { db: Database }) {
  return db.transaction(
    async (tx) => {
      const person = await requireAccount(tx, by.id)
      const documents = await listOwnDocuments(tx, by.id)
      const read = []
      for (const section of sections) {
        const { name, title, note } = section
        read.push({ name, title, note, rows: await section.read(tx, { userId: by.id, sealer }) })
      }
      return { person, documents, read }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** Every content of a document, oldest first; what becomes of each is added to the list. */
async function* exportDocument(
  ctx: Ctx & { db: Database },
  { document, number, listed }: { document: OwnDocument; number: number; listed: Row[] },
): AsyncGenerator<ZipEntry> {
  const about = (version: { fileName: string; fileSize: number; fileType: string }) => ({
    id: document.id,
    name: version.fileName,
    type: version.fileType,
    bytes: version.fileSize,
  })
  const decided = {
    status: document.status,
    reason: document.status === 'rejected' ? document.statusReason : null,
  }
  if (document.quarantine === 'infected') {
    listed.push({ ...about(document), ...decided, leftOut: 'removed by the virus check' })
  }
  for (const [index, version] of document.versions.entries()) {
    const isShown = version.isShown
    const row = {
      ...about(version),
      version: index + 1,
      isShown,
      ...(isShown && decided),
      stored: version.createdAt,
      sha256: version.sha256,
    }
    const content = await readWhole(ctx, document, version)
    if (typeof content === 'string') {
      listed.push({ ...row, leftOut: content })
      continue
    }
    const file = entryName(number, index + 1, version.fileName)
    yield { name: file, content, at: version.createdAt }
    listed.push({ ...row, file })
  }
}

type OwnDocument = Awaited<ReturnType<typeof listOwnDocuments>>[number]
type OwnVersion = OwnDocument['versions'][number]

/** Someone's documents, the oldest first, each with every content that is kept of it. */
async function listOwnDocuments(tx: Transaction, userId: number) {
  const owned = await tx.select().from(files).where(eq(files.userId, userId)).orderBy(asc(files.id))
  const ids = owned.map(({ id }) => id)
  const versions = ids.length
    ? await tx
        .select()
        .from(fileVersions)
        .where(inArray(fileVersions.fileId, ids))
        .orderBy(asc(fileVersions.id))
    : []
  return owned.map((file) => ({
    ...file,
    versions: versions
      .filter(({ fileId }) => fileId === file.id)
      .map((version) => ({ ...version, isShown: version.storageKey === file.storageKey })),
  }))
}

/** The bytes of a content, from its second copy when the first is not whole; or why there are none. */
async function readWhole(
  { db, storage, logger }: Ctx & { db: Database },
  document: OwnDocument,
  version: OwnVersion,
): Promise<Buffer | string> {
  if (document.quarantine && version.isShown) return 'waiting for its virus check'
  const { bytes, flaw, isDamaged } = await readCopy(storage, 'content', version)
  if (bytes) return bytes
  if (flaw !== missing) logger.error({ flaw }, 'a stored file is damaged')
  if (isDamaged) await noteDamage(db, version.storageKey, true)
  const copy = await readCopy(storage, 'backup', version)
  if (copy.bytes) return copy.bytes
  return flaw === missing && copy.flaw === missing ? 'missing' : 'damaged'
}

/** Characters that some system's file names may not hold, and those that hide or turn others around. */
const unsafe = /[\\/:*?"<>|\p{Cc}\p{Default_Ignorable_Code_Point}]/gu

/** File systems take no longer name. */
const maxNameBytes = 255

/**
 * The path of a document's content in an archive: safe to unpack anywhere, and like no other, as the
 * numbers come first.
 */
function entryName(document: number, version: number, fileName: string): string {
  const safe = fileName.replaceAll(unsafe, '_').replace(/[\s.]+$/u, '')
  const numbers = `${document}-version-${version}-`
  return `documents/${numbers}${shorten(safe || 'document', maxNameBytes - numbers.length)}`
}

/** Cuts a name to so many bytes of UTF-8, before its ending. */
function shorten(name: string, bytes: number): string {
  const ending = /\.[^.]{1,10}$/u.exec(name)?.[0] ?? ''
  let left = bytes - Buffer.byteLength(ending)
  const kept: string[] = []
  for (const { segment } of new Intl.Segmenter().segment(
    name.slice(0, name.length - ending.length),
  )) {
    left -= Buffer.byteLength(segment)
    if (left < 0) break
    kept.push(segment)
  }
  return kept.join('') + ending
}
