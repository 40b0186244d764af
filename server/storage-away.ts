import { PlainError } from './errors'

/** The store of the contents did not answer, broke off or refused: nothing is known of what is in it. */
export class StorageAwayError extends PlainError {
  /** Settings have to be changed before it answers otherwise: keys, bucket, region, rights. */
  readonly isRefusal: boolean

  constructor(message: string, options: { cause?: unknown; isRefusal?: boolean } = {}) {
    super(message, { cause: options.cause })
    this.isRefusal = options.isRefusal ?? false
  }
}
