import type { RequestHandler } from 'express'
import { badRequest } from '../errors'

/** Node still answers HTTP/0.9, whose requests carry no headers: neither a host nor where they come from. */
export const requireHttp1: RequestHandler = (req, _res, next) => {
  if (req.httpVersionMajor < 1) throw badRequest('The request could not be read.')
  next()
}
