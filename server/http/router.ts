import { Router } from 'express'

/** A call has one spelling: neither another case nor a slash at the end leads to it. */
export const createRouter = (): Router => Router({ caseSensitive: true, strict: true })
