import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export const hasBalancer = spawnSync('haproxy', ['-v']).status === 0

export interface Balancer {
  stop(): Promise<void>
}

/** HAProxy on this port, without TLS, before several portals: as docs/deploy has it for one. */
export async function startBalancer(port: number, portals: readonly string[]): Promise<Balancer> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-balancer-'))
  const backend = (name: string, check: string) => `
    backend ${name}
      balance leastconn
      option httpchk GET ${check}
      option redispatch 1
      retries 3
      retry-on conn-failure
      default-server check inter 1s fall 2 rise 1
      ${portals.map((origin, nth) => `server portal${nth} ${toAddress(origin)}`).join('\n      ')}`
  const settings = `
    defaults
      mode http
      timeout connect 2s
      timeout client 60s
      timeout server 60s
      timeout check 3s
    frontend plain
      bind 127.0.0.1:${port}
      http-request set-header X-Forwarded-For %[src]
      use_backend ready if { nbsrv(ready) gt 0 }
      default_backend alive
    ${backend('ready', '/readyz')}
    ${backend('alive', '/healthz')}
    `
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, `${settings}\n`)
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  while (!(await fetch(`http://localhost:${port}/healthz`).catch(() => null))) {
    if (child.exitCode !== null) throw new Error('The balancer did not start.')
    await delay(20)
  }
  return {
    async stop() {
      child.kill()
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

const toAddress = (origin: string) => `127.0.0.1:${new URL(origin).port}`
