import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { drawFreePort } from '@server/free-port'
import { pages } from '@shared/pages'
import { launchBrowser, prepareBrowser } from '@tests/support/client/browser'
import { readShift, watchShifts } from '@tests/support/client/layout-shift'
import { folderSettings, startPortalProcess, testAdmin } from '@tests/support/portal/portal-process'
import { measureClicks } from './clicks'
import { residentMb } from './usage'

/**
 * `npm run lab -- bench:pages`: start-up times of `npm run dev`, memory of the built portal at rest, the
 * JavaScript that each route loads, gzipped, how far its parts shift in the meantime, and how long a click of
 * the administrator takes. Needs `npm run build` before it.
 */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  try {
    const first = await timeDevStart(folder)
    const second = await timeDevStart(folder)
    console.log(`npm run dev to a usable page: first start ${first} s, second ${second} s`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await measurePortal()
  await measureClicks()
}

/** Seconds from the command to the first page that shows a heading in a browser. */
async function timeDevStart(folder: string): Promise<string> {
  const browser = await launchBrowser(await prepareBrowser())
  const port = await drawFreePort()
  const page = await browser.newPage()
  const began = performance.now()
  const child = spawn('npm', ['run', 'dev'], {
    stdio: 'ignore',
    detached: true,
    env: {
      ...process.env,
      ...folderSettings({ folder, port }),
    },
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  try {
    while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok) await delay(50)
    await page.goto(`http://localhost:${port}/`)
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    return ((performance.now() - began) / 1000).toFixed(1)
  } finally {
    if (child.pid) process.kill(-child.pid, 'SIGTERM')
    await gone
    await browser.close()
  }
}

async function measurePortal(): Promise<void> {
  const portal = await startPortalProcess()
  const browser = await launchBrowser(await prepareBrowser())
  try {
    await delay(2_000)
    const memory = residentMb(portal.process.pid ?? 0).toFixed(0)
    console.log(`Memory at rest: Node ${memory} MB`)
    for (const path of Object.values(pages)) {
      const page = await browser.newPage({ baseURL: portal.origin })
      const scripts = new Set<string>()
      page.on('response', (response) => {
        const { pathname } = new URL(response.url())
        if (pathname.endsWith('.js')) scripts.add(pathname)
      })
      if (path.startsWith(pages.admin)) await page.request.post('/api/login', { data: testAdmin })
      await watchShifts(page)
      await page.goto(path, { waitUntil: 'networkidle' })
      const shift = await readShift(page)
      const sizes = await Promise.all([...scripts].map(gzippedSize))
      const total = sizes.reduce((sum, size) => sum + size, 0)
      const size = (total / 1000).toFixed(1).padStart(6)
      console.log(`${path.padEnd(30)} ${size} kB of JavaScript, shifts ${shift}`)
      await page.close()
    }
  } finally {
    await browser.close()
    await portal.stop()
  }
}

async function gzippedSize(pathname: string): Promise<number> {
  const built = join('dist/client', pathname)
  return (await stat(existsSync(`${built}.gz`) ? `${built}.gz` : built)).size
}

await main()
