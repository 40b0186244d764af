import { expect, it } from 'vitest'
import { secrets } from '@tests/support/portal/settings'
import { EnvironmentError, parseEnv } from './env'

const token = 'metrics-token-0123456789-abcdefghijklm'
const metricsOf = (changes: Record<string, string>) => parseEnv({ ...secrets, ...changes }).metrics

it('nothing is measured unless a port is given', () => {
  expect(metricsOf({})).toBeNull()
  expect(metricsOf({ METRICS_PORT: '', METRICS_HOST: '', METRICS_TOKEN: '' })).toBeNull()
  expect(metricsOf({ METRICS_PORT: '9464' })).toEqual({
    port: 9464,
    host: '127.0.0.1',
    token: null,
  })
})

it('other machines need a token', () => {
  const open = { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }
  expect(() => metricsOf(open)).toThrow(EnvironmentError)
  expect(() => metricsOf(open)).toThrow(/^METRICS_TOKEN is missing/)
  expect(metricsOf({ ...open, METRICS_TOKEN: token })).toMatchObject({ token })
  expect(() => metricsOf({ METRICS_PORT: '9464', METRICS_TOKEN: 'short' })).toThrow(/is weak/)
})
