import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { Registry } from 'prom-client'

/** `GET /metrics`, and nothing else. With a token, only for who sends it as `Authorization: Bearer`. */
export function createMetricsServer(registry: Registry, token: string | null): Server {
  const expected = token === null ? null : digest(`Bearer ${token}`)
  return createServer((req, res) => {
    const isAllowed =
      expected === null || timingSafeEqual(digest(req.headers.authorization ?? ''), expected)
    if (!isAllowed) {
      res.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()
      return
    }
    if (req.method !== 'GET' || req.url !== '/metrics') {
      res.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => res.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => res.writeHead(500).end(),
    )
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()
