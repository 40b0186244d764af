/** Thrown instead of bytes that are not those that were stored. */
export class DamagedContentError extends Error {
  constructor() {
    super('The stored bytes are damaged.')
  }
}
