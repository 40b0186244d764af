import { z } from '@shared/zod'
import { optional, secret, secretValue, withDefault } from './env-values'

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/

/** What programs like Prometheus are told, at an address of its own. */
export const metricsSettings = {
  METRICS_PORT: optional(z.coerce.number().int().min(1).max(65_535)),
  METRICS_HOST: withDefault(z.string().default('127.0.0.1')),
  METRICS_TOKEN: optional(secret(secretValue)),
}

type MetricsEnv = z.infer<z.ZodObject<typeof metricsSettings>>

export interface MetricsAddress {
  port: number
  host: string
  /** Null: whoever reaches the address may ask. */
  token: string | null
}

/** Null while no port is given: then nothing is measured. */
export function readMetricsAddress(env: MetricsEnv): MetricsAddress | null {
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token = null } = env
  return port === undefined ? null : { port, host, token }
}

/** Off this machine nobody may ask without a token. */
export const needsMetricsToken = (env: MetricsEnv): boolean =>
  env.METRICS_PORT !== undefined && !env.METRICS_TOKEN && !loopback.test(env.METRICS_HOST)
