import { loadEnv, type Env } from '../env'
import { isSamePlace, storageAddress, type StorageAddress } from '../env-storage'
import {
  copyContents,
  removeMovedContents,
  type MoveCounts,
  type MovePlace,
} from '../features/files/move-contents'
import { createLogger } from '../http/logger'
import { showDocuments } from '../open-storage'
import { openPlace } from '../storage/open-places'
import { defineCommand } from './command'
import { withDatabase } from './with-database'

const call = {
  options: {
    to: {
      type: 'string',
      value: 'ADDRESS',
      help: 'disk, or s3://… as in STORAGE',
      isRequired: true,
    },
    from: { type: 'string', value: 'ADDRESS', help: 'unless it is the other place of STORAGE' },
    'remove-old': {
      type: 'boolean',
      default: false,
      help: 'remove the documents that are whole in the new place; STORAGE must name the new place first',
    },
  },
} as const

export const command = defineCommand(call, async (values, usage) => {
  const env = loadEnv()
  const logger = createLogger(env)
  if (values.to === undefined) throw new Error(usage)
  const to = readAddress('--to', values.to)
  const from =
    values.from === undefined ? chooseSource(env, to) : readAddress('--from', values.from)
  if (isSamePlace(from, to)) throw new Error('--from and --to must be two places that differ.')
  if ([from, to].some(({ kind }) => kind === 's3') && !env.s3Keys.secretAccessKey) {
    throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are missing.')
  }
  if (values['remove-old'] && !isSamePlace(env.storage, to)) {
    throw new Error('STORAGE must name the new place first before the old documents are removed.')
  }
  const counts = await withDatabase({ ...env, migrate: false }, async (db) => {
    const open = async (address: StorageAddress): Promise<MovePlace> => {
      const stored = await openPlace(env, address, logger)
      await stored.check()
      return { stored, shown: showDocuments(env, db, stored) }
    }
    const work = values['remove-old'] ? removeMovedContents : copyContents
    return work({ db, from: await open(from), to: await open(to), report })
  })
  console.log(values['remove-old'] ? tellRemoved(counts) : tellCopied(counts))
  if (counts.not > 0) throw new Error('Check the documents above with npm run portal -- fsck')
})

function report(problem: string): void {
  console.error(`- ${problem}`)
}

function readAddress(option: string, text: string): StorageAddress {
  const parsed = storageAddress.safeParse(text)
  if (parsed.success) return parsed.data
  throw new Error(`${option} ${parsed.error.issues[0]?.message ?? 'cannot be read'}`)
}

function chooseSource({ storage, storageAlso }: Env, to: StorageAddress): StorageAddress {
  const from = [storage, storageAlso].find((place) => place && !isSamePlace(place, to))
  if (!from) throw new Error('STORAGE names no other place: add --from.')
  return from
}

function tellCopied({ done, before, not }: MoveCounts): string {
  return `${done} contents copied and read back, ${before} were there before, ${not} could not be copied.`
}

function tellRemoved({ done, before, not }: MoveCounts): string {
  return `${done} contents removed from the old storage, ${before} were gone before, ${not} stay there.`
}
