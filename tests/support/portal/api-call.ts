type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

export interface ApiCall {
  method: Method
  /** As the router knows it, with `:id` and the like. */
  path: string
  /** A body that fits, so that nothing but the right to send it is missing. */
  body: Record<string, unknown>
  /** Takes a file, not JSON. */
  isUpload: boolean
}

export type Row = readonly [method: Method, path: string, body?: Record<string, unknown> | 'file']

export const toCall = ([method, path, body = {}]: Row): ApiCall => ({
  method,
  path,
  body: body === 'file' ? {} : body,
  isUpload: body === 'file',
})
