import { S3Client } from '@aws-sdk/client-s3'
import type { Logger } from 'pino'
import type { S3Address } from '../../env-storage'
import { reportOutage } from '../../report-outage'
import { StorageAwayError } from '../../storage-away'
import { answerOf, type Refusal } from './failures'

export interface S3Keys {
  accessKeyId: string
  secretAccessKey: string
}

export interface S3Limits {
  connectMs: number
  /** Until an answer begins that brings or takes no content. */
  answerMs: number
  /** For sending a content once. */
  putMs: number
  /** Without a single byte of a content that is read. */
  stallMs: number
}

const usualLimits: S3Limits = {
  connectMs: 3_000,
  answerMs: 8_000,
  putMs: 20_000,
  stallMs: 15_000,
}

/** Readers who take their time hold one each. */
const maxSockets = 256
const maxAttempts = 3

export interface S3 {
  limits: S3Limits
  /** The answer, or how the store refused it. Throws when it is away or full, or when `signal` gave it up. */
  ask<Answer>(
    call: (client: S3Client) => Promise<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer | Refusal>
}

/** Connections to an object store, with time limits that end what they limit. */
export function connectS3(input: {
  address: S3Address
  keys: S3Keys
  logger: Logger
  limits?: Partial<S3Limits> | undefined
}): S3 {
  const { address, keys, logger } = input
  const limits = { ...usualLimits, ...input.limits }
  const { endpoint, region } = address
  const agent = { keepAlive: true, maxSockets }
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    credentials: keys,
    // Otherwise bodies are sent in chunks of the SDK's own, which other stores than Amazon's refuse.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    // What it has to say, the errors say as well, and it would go to the console.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    requestHandler: {
      connectionTimeout: limits.connectMs,
      requestTimeout: limits.answerMs,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
  const outage = reportOutage(logger, {
    began: 'the object store cannot be reached',
    ended: 'the object store is reached again',
  })
  return {
    limits,
    async ask(call, signal) {
      try {
        const answer = await answerOf(call(client))
        outage.succeed()
        return answer
      } catch (error) {
        if (error instanceof StorageAwayError && !signal?.aborted) outage.fail(error)
        throw error
      }
    },
  }
}

function ignore(): void {}
