import lighthouse from 'lighthouse'
import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { prepareBrowser } from '../support/browser'
import { freePort, startPortalProcess } from '../support/portal-process'
const portal = await startPortalProcess()
const port = await freePort()
const install = await prepareBrowser()
const child = spawn(install.executablePath, ['--headless', '--no-sandbox', '--disable-dev-shm-usage', ...process.argv.slice(2), `--remote-debugging-port=${port}`, `--user-data-dir=${mkdtempSync('/tmp/lh-')}`, 'about:blank'], { stdio: 'ignore', env: { ...process.env, ...install.env } })
while (!(await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => null))?.ok) await new Promise(r => setTimeout(r, 100))
try { const o = await lighthouse(portal.origin + '/', { port, logLevel: 'error' })
console.log(o?.lhr.runtimeError, Object.values(o?.lhr.categories ?? {}).map(c => [c.id, c.score]))
for (const a of Object.values(o?.lhr.audits ?? {})) if (a.score !== null && a.score < 1) console.log(a.id, a.score, a.displayValue)
} finally { child.kill(); await portal.stop() }
process.exit(0)
