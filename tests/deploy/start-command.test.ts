import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readStartCommand } from '@tests/support/portal/portal-process'

it.each(['credit-partner-portal.service', 'Dockerfile'])(
  '%s starts the portal as npm start does',
  async (name) => {
    const { environment, nodeOptions } = await readStartCommand()
    const settings = Object.entries(environment).map(([setting, value]) => `${setting}=${value}`)
    expect(settings).toContain('NODE_ENV=production')
    expect(nodeOptions).toEqual(['--max-semi-space-size=8', '--heap-growing-percent=200'])
    const lines = (await readFile(`docs/deploy/${name}`, 'utf8')).split('\n')
    const text = lines.filter((line) => !line.startsWith('#')).join('\n')
    for (const part of [...settings, ...nodeOptions]) expect(text).toContain(part)
  },
)
