import { launchBrowser, prepareBrowser } from '@tests/support/client/browser'
import { startPortalProcess } from '@tests/support/portal/portal-process'
const portal = await startPortalProcess()
const b = await launchBrowser(await prepareBrowser())
const path = process.argv[2] ?? '/onboarding'
{ const w = await b.newPage(); await w.goto(portal.origin + path); await w.waitForTimeout(1500); await w.close() }
const c = await b.newContext({ viewport: { width: 412, height: 823 }, isMobile: true, deviceScaleFactor: 1.75 })
const p = await c.newPage()
const s = await c.newCDPSession(p)
await s.send('Profiler.enable'); await s.send('Profiler.setSamplingInterval', { interval: 200 }); await s.send('Profiler.start')
await p.goto(portal.origin + path); await p.waitForTimeout(2500)
const { profile } = await s.send('Profiler.stop')
const self = new Map<number, number>()
for (const [i, id] of (profile.samples ?? []).entries()) self.set(id, (self.get(id) ?? 0) + (profile.timeDeltas?.[i] ?? 0))
const nodes = new Map(profile.nodes.map((n) => [n.id, n]))
const total = (id: number): number => (self.get(id) ?? 0) + (nodes.get(id)?.children ?? []).reduce((t, k) => t + total(k), 0)
const byUrl = new Map<string, number>(), byFn = new Map<string, number>()
for (const n of profile.nodes) { const u = n.callFrame.url.split('/').pop() || n.callFrame.functionName; const t = (self.get(n.id) ?? 0) / 1000; byUrl.set(u, (byUrl.get(u) ?? 0) + t); const f = `${n.callFrame.functionName}@${u}:${n.callFrame.lineNumber}:${n.callFrame.columnNumber}`; byFn.set(f, (byFn.get(f) ?? 0) + t) }
const top = (m: Map<string, number>, k: number) => [...m].sort((a, b) => b[1] - a[1]).slice(0, k).map(([n, t]) => `${t.toFixed(1).padStart(7)} ${n}`).join('\n')
console.log(top(byUrl, 16)); console.log('---'); console.log(top(byFn, 30))
// tree of module evaluation: nodes named (anonymous) at line 0
console.log('--- top level')
for (const n of profile.nodes) if (total(n.id) > 4000 && n.callFrame.functionName === '' && n.callFrame.url) console.log((total(n.id) / 1000).toFixed(1), n.callFrame.url.split('/').pop(), n.callFrame.lineNumber, n.callFrame.columnNumber)
await portal.stop(); process.exit(0)
