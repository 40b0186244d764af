import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawFreePort } from '@server/free-port'
import { eventually } from '@tests/support/portal/eventually'
import { makeCertificate } from './certificate'

/** A TLS proxy in front of a portal, with the settings of docs/deploy. */
export interface Front {
  /** With https. */
  url: string
  /** Of the same proxy, without TLS. */
  plainUrl: string
  port: number
  /** Who to trust, as PEM. */
  authority: string
  /** What it has written of the requests so far. */
  readLog(): Promise<string>
  stop(): Promise<void>
}

interface FrontKind {
  name: string
  /** Tests that need it are skipped where it is missing. */
  isInstalled: boolean
  start(portal: { url: string }): Promise<Front>
}

interface Place {
  url: string
  folder: string
  port: number
  plainPort: number
}

/** IPv6 may be turned off here. */
const withoutIpv6 = (settings: string) => settings.replace(/^ *(listen \[::\]|bind :::).*\n/gm, '')

export const nginx: FrontKind = {
  name: 'nginx',
  isInstalled: spawnSync('nginx', ['-v']).status === 0,
  start: (portal) => startFront(portal, 'nginx', writeNginxSettings),
}

export const haproxy: FrontKind = {
  name: 'HAProxy',
  isInstalled: spawnSync('haproxy', ['-v']).status === 0,
  start: (portal) => startFront(portal, 'haproxy', writeHaproxySettings),
}

async function writeNginxSettings(place: Place): Promise<string[]> {
  const { folder, url, port, plainPort } = place
  const servers = withoutIpv6(await readFile('docs/deploy/nginx.conf', 'utf8'))
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('/etc/ssl/', `${folder}/`)
    .replaceAll('/var/log/nginx/', `${folder}/`)
    .replace('127.0.0.1:3000', new URL(url).host)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n')
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
    events {}
    http {
      access_log off;
      ${temporary}
      ${servers}
    }`,
  )
  return ['-p', folder, '-c', join(folder, 'nginx.conf')]
}

async function writeHaproxySettings({ folder, url, port, plainPort }: Place): Promise<string[]> {
  const settings = withoutIpv6(await readFile('docs/deploy/haproxy.cfg', 'utf8'))
    .replace('bind :80', `bind 127.0.0.1:${plainPort}`)
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replaceAll('/etc/haproxy/', `${folder}/`)
    .replaceAll('127.0.0.1:3000', new URL(url).host)
  await writeFile(join(folder, 'haproxy.cfg'), settings)
  return ['-db', '-f', join(folder, 'haproxy.cfg')]
}

async function startFront(
  { url }: { url: string },
  program: string,
  writeSettings: (place: Place) => Promise<string[]>,
): Promise<Front> {
  const folder = await mkdtemp(join(tmpdir(), `portal-test-${program}-`))
  const [port, plainPort] = [await drawFreePort(), await drawFreePort()]
  const { cert, key } = await makeCertificate(['localhost', '127.0.0.1'])
  await writeFile(join(folder, 'portal.pem'), `${cert}\n${key}`)
  await writeFile(join(folder, 'portal.key'), key)
  const args = await writeSettings({ url, folder, port, plainPort })
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const output: string[] = []
  child.stdout.on('data', (chunk) => output.push(String(chunk)))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const plainUrl = `http://localhost:${plainPort}`
  await eventually(async () => void (await fetch(plainUrl, { redirect: 'manual' })))
  return {
    url: `https://localhost:${port}`,
    plainUrl,
    port,
    authority: cert,
    async readLog() {
      const file = await readFile(join(folder, 'portal.log'), 'utf8').catch(() => '')
      return file + output.join('')
    },
    async stop() {
      child.kill()
      await ended
      await rm(folder, { recursive: true })
    },
  }
}
