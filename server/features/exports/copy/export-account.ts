import type { Ctx } from '../../../ctx'
import type { Database } from '../../../db/client'
import type { ZipEntry } from '../../../http/send-zip'
import { recordEvent } from '../../audit/record-event'
import { requireAccount } from '../../accounts/queries'
import { entryName, listOwnDocuments, readWhole, type OwnDocument } from './own-documents'
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
  const rows = Object.fromEntries(all.map((section) => [section.name, section.rows]))
  yield { name: 'data.json', content: [`${JSON.stringify({ at, ...rows }, null, 2)}\n`], at }
  const name = `${person.firstName} ${person.lastName}`
  const { portalName } = env.brand
  yield { name: 'index.html', content: renderPage({ portalName, name, at, sections: all }), at }
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
    const file = entryName({ document: number, version: index + 1, fileName: version.fileName })
    yield { name: file, content, at: version.createdAt }
    listed.push({ ...row, file })
  }
}
