import type { Server } from 'node:http'
import type { MetricsAddress } from './env-metrics'
import { createMetrics, type MetricsSources } from './http/metrics'
import { createMetricsServer } from './http/metrics-server'
import { measureRequests } from './http/request-metrics'

/** Measures the requests of a server, and publishes them at an address of their own. */
export async function startMetrics(
  server: Server,
  { port, host, token }: MetricsAddress,
  sources: MetricsSources,
): Promise<Server> {
  const registry = createMetrics(sources)
  measureRequests(server, registry)
  const metricsServer = createMetricsServer(registry, token)
  await new Promise<void>((resolve, reject) => {
    metricsServer.once('error', reject)
    metricsServer.listen(port, host, resolve)
  })
  return metricsServer
}
