import { S3ServiceException } from '@aws-sdk/client-s3'
import { StorageAwayError } from '../../storage-away'

/** What the store answers as it should, when there is nothing, or something else, under a name. */
export type Refusal = 'missing' | 'taken'

const missingNames = ['NoSuchKey', 'NotFound']
const fullNames = ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientCapacity']

/** The answer, or its refusal by name. Throws for everything else what the port promises. */
export async function answerOf<Answer>(asking: Promise<Answer>): Promise<Answer | Refusal> {
  try {
    return await asking
  } catch (error) {
    const status = statusOf(error)
    const name = error instanceof Error ? error.name : ''
    if (missingNames.includes(name)) return 'missing'
    if (status === 412) return 'taken'
    throw toStorageError(error, status, name)
  }
}

export const isRefusal = (answer: unknown): answer is Refusal =>
  answer === 'missing' || answer === 'taken'

function toStorageError(error: unknown, status: number | undefined, name: string): Error {
  if (fullNames.includes(name) || status === 507) {
    return Object.assign(new Error('The object store has no room.', { cause: error }), {
      code: 'ENOSPC',
    })
  }
  // Keys, rights, bucket or region are not as the settings say.
  const needsSettings =
    name === 'AuthorizationHeaderMalformed' || [301, 401, 403, 404].includes(status ?? 0)
  return new StorageAwayError(describe(error), { cause: error, isRefusal: needsSettings })
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'The object store does not answer.'
  const code = 'code' in error ? String(error.code) : error.name
  return `The object store does not answer as it should: ${[code, error.message].join(', ')}`
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}
