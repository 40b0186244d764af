import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@tests/support/portal/eventually'
import { drawFreePort } from '@server/free-port'

/** Tests that need it are skipped where it is missing. */
export const hasNginx = spawnSync('nginx', ['-v']).status === 0

export interface Nginx {
  url: string
  stop(): Promise<void>
}

/** The documented server block in front of a portal, without TLS. */
export async function startNginx(portal: { url: string; uploadsDir: string }): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-nginx-'))
  const port = await drawFreePort()
  const server = (await readDocumentedServer())
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_certificate.*\n/gm, '')
    .replace('http://127.0.0.1:3000', portal.url)
    .replace('/srv/portal/uploads', portal.uploadsDir)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n')
  const settings = `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
    events {}
    http {
      access_log off;
      ${temporary}
      ${server}
    }`
  await writeFile(join(folder, 'nginx.conf'), settings)
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const url = `http://127.0.0.1:${port}`
  await eventually(async () => void (await fetch(`${url}/healthz`)))
  return {
    url,
    async stop() {
      child.kill()
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

async function readDocumentedServer(): Promise<string> {
  const [, block] =
    /^```nginx\n(.*?)^```/ms.exec(await readFile('docs/operations.md', 'utf8')) ?? []
  if (!block) throw new Error('docs/operations.md shows no nginx configuration.')
  return block
}
