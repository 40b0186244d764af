import type { IncomingMessage, Server } from 'node:http'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { getRoutePattern } from './route-pattern'

/** In seconds: from a page out of memory to a document over a weak line. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Counts and times every request of a server, from its head to the end of its answer. */
export function measureRequests(server: Server, registry: Registry): void {
  const registers = [registry]
  const total = new Counter({
    name: 'portal_http_requests_total',
    help: 'Requests that have ended; status 0: whoever asked had gone before the answer.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'portal_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets,
    registers,
  })
  const underWay = new Set<IncomingMessage>()
  const gauge = new Gauge({
    name: 'portal_http_requests_under_way',
    help: 'Requests whose answer has not ended, such as uploads.',
    labelNames: ['route'],
    registers,
    collect() {
      gauge.reset()
      for (const req of underWay) gauge.inc({ route: getRoutePattern(req) })
    },
  })

  server.on('request', (req, res) => {
    const startedAt = performance.now()
    underWay.add(req)
    res.once('close', () => {
      underWay.delete(req)
      const labels = { method: req.method ?? '', route: getRoutePattern(req) }
      total.inc({ ...labels, status: res.writableFinished ? res.statusCode : 0 })
      duration.observe(labels, (performance.now() - startedAt) / 1_000)
    })
  })
}
