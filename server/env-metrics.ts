import { z } from '@shared/zod'
import { loopbackHosts, thisMachine } from './env-network'
import { optional, secret, secretValue } from './env-values'

/** A port of this machine, or `host:port`. */
const metricsAddress = z.string().transform((text, context) => {
  const [, host = thisMachine, digits] =
    /^(?:([\w.-]+|\[[\da-f:]+\]):)?(\d{1,5})$/i.exec(text) ?? []
  const port = Number(digits)
  if (port >= 1 && port <= 65_535) return { host, port }
  context.addIssue({ code: 'custom', message: 'must be a port, or host:port' })
  return z.NEVER
})

/** What programs like Prometheus are told, at an address of its own. */
export const metricsSettings = {
  METRICS_ADDRESS: optional(metricsAddress),
  METRICS_TOKEN: optional(secret(secretValue)),
}

type MetricsEnv = z.infer<z.ZodObject<typeof metricsSettings>>

export interface MetricsAddress {
  port: number
  host: string
  /** Null: anyone who reaches the address may ask. */
  token: string | null
}

/** Null while no address is given: then nothing is measured. */
export function readMetricsAddress(env: MetricsEnv): MetricsAddress | null {
  const { METRICS_ADDRESS: address, METRICS_TOKEN: token = null } = env
  if (!address) return null
  // Node takes IPv6 without the brackets of addresses.
  return { port: address.port, host: address.host.replace(/^\[|\]$/g, ''), token }
}

/** Off this machine nobody may ask without a token. */
export const needsMetricsToken = (env: MetricsEnv): boolean =>
  env.METRICS_ADDRESS !== undefined &&
  !env.METRICS_TOKEN &&
  !loopbackHosts.test(env.METRICS_ADDRESS.host)
